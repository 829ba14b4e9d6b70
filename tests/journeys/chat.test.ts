import { Redis } from 'ioredis'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Phone } from '#tests/support/screens/phone.ts'
import { setUpJourneys } from './setup.ts'
import { chooseRussianIfAsked, createAlbum } from './steps.ts'

const setup = setUpJourneys({ hasDemo: true })

/** A client of the demo market, and a freelancer who works on one of the client's orders. */
const client = { id: 5000000000000011, name: 'Анна Лебедева' }
const worker = { id: 5000000000000033, name: 'Тимур Галиев' }
const sendCall = '**/chat/send_msg'

async function openChats(person: { id: number }): Promise<Phone> {
  const phone = await setup.phoneOf(person, { tme: 'otklik_demo_bot?startapp=page_chat' })
  await phone.waitForApp()
  const title = phone.app.getByRole('heading', { name: 'Чаты' })
  await chooseRussianIfAsked(phone, title)
  await title.waitFor()
  return phone
}

async function openRoom(person: { id: number }, partnerName: string): Promise<Phone> {
  const phone = await openChats(person)
  await phone.app.getByRole('link', { name: partnerName }).click()
  await phone.app.getByRole('textbox', { name: 'Сообщение' }).waitFor()
  return phone
}

async function sendMessage({ app }: Phone, text: string): Promise<void> {
  await app.getByRole('textbox', { name: 'Сообщение' }).fill(text)
  await app.getByRole('button', { name: 'Отправить' }).click()
}

/**
 * Waits until the server has noticed that the phones of the tests before are gone. While a person has a chat open,
 * Telegram tells them of its messages a minute later.
 */
async function waitUntilRoomsAreLeft(): Promise<void> {
  const { REDIS_URL = '', REDIS_PREFIX } = setup.world.env
  const redis = new Redis(REDIS_URL)
  await expect.poll(() => redis.keys(`${REDIS_PREFIX}:chat:looking:*`)).toEqual([])
  redis.disconnect()
}

const messageBubble = ({ app }: Phone, text: string) => app.getByRole('listitem').filter({ hasText: text })

/** Intercepts each sent chat message during `run`, and ignores console errors about failed requests. */
async function interceptSending(
  phone: Phone,
  handleRoute: (route: Route) => Promise<void>,
  run: () => Promise<void>,
) {
  await phone.page.route(sendCall, handleRoute)
  await run()
  await phone.page.unroute(sendCall)
  const otherComplaints = phone.complaints.filter((line) => !line.includes('send_msg'))
  phone.complaints.splice(0, phone.complaints.length, ...otherComplaints)
}

test('a client and a freelancer talk; what fails goes on a second try, and nothing goes twice', async () => {
  const takeScreenshot = createAlbum('chat')
  const anna = await openChats(client)
  const timur = await openChats(worker)
  await anna.app.getByRole('link', { name: worker.name }).click()
  // The head names the order in full, and the deadline of the deal.
  const head = anna.app.getByRole('link').filter({ has: anna.app.getByRole('heading', { level: 1 }) })
  await head.getByText('Бот для отзывов гостей с передачей управляющему', { exact: true }).waitFor()
  await head.getByText(/^до\s\d/).waitFor()

  // The other person's list of chats and menu show a new message at once. Opening the chat marks the message as read.
  await sendMessage(anna, 'Когда покажете первый вариант?')
  await messageBubble(anna, 'Когда покажете').getByLabel('Отправлено', { exact: true }).waitFor()
  const roomLink = timur.app.getByRole('link', { name: client.name })
  await roomLink.getByText('1 непрочитанное').waitFor()
  await timur.app.getByRole('navigation').getByText('1 непрочитанное').waitFor({ state: 'attached' })
  await takeScreenshot(timur, 'list')
  await roomLink.click()
  await messageBubble(timur, 'Когда покажете').waitFor()
  await messageBubble(anna, 'Когда покажете').getByLabel('Прочитано').waitFor()

  // When both people have the chat open, an answer appears at once and counts as read.
  await sendMessage(timur, 'Завтра утром')
  await messageBubble(anna, 'Завтра утром').waitFor()
  await messageBubble(timur, 'Завтра утром').getByLabel('Прочитано').waitFor()

  // The other person sees "typing". A reply quotes a message, and a tap on the quote leads to that message.
  await timur.app.getByRole('textbox', { name: 'Сообщение' }).pressSequentially('Сек')
  await anna.app.getByText('печатает…').waitFor()
  await takeScreenshot(anna, 'typing')
  await timur.app.getByRole('textbox', { name: 'Сообщение' }).fill('')
  await messageBubble(anna, 'Завтра утром')
    .getByRole('button', { name: /^Действия/ })
    .click()
  await anna.app.getByRole('button', { name: 'Ответить' }).click()
  await anna.app.getByRole('button', { name: 'Убрать цитату' }).waitFor()
  await takeScreenshot(anna, 'quote')
  await sendMessage(anna, 'Договорились')
  await anna.app.getByRole('button', { name: 'Убрать цитату' }).waitFor({ state: 'detached' })
  await messageBubble(timur, 'Договорились')
    .getByRole('button', { name: /Завтра утром/ })
    .click()
  await takeScreenshot(timur, 'quoted')

  await interceptSending(
    timur,
    (route) => route.abort(),
    async () => {
      await sendMessage(timur, 'Пришлю ссылку сюда')
      await messageBubble(timur, 'Пришлю ссылку').getByRole('button', { name: 'Не отправлено' }).waitFor()
      await takeScreenshot(timur, 'failed')
    },
  )
  await messageBubble(timur, 'Пришлю ссылку').getByRole('button', { name: 'Не отправлено' }).click()
  await messageBubble(anna, 'Пришлю ссылку').waitFor()
  await messageBubble(timur, 'Пришлю ссылку').getByLabel('Прочитано').waitFor()

  // The server stores the message, but its answer is lost. The chat's stream still delivers the message.
  await interceptSending(
    timur,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    async () => {
      await sendMessage(timur, 'И цены тоже')
      await messageBubble(timur, 'И цены тоже').getByLabel('Прочитано').waitFor()
    },
  )
  expect(await messageBubble(timur, 'И цены тоже').count()).toBe(1)
  const messageRow = await setup.db
    .selectFrom('chat_messages')
    .select('content')
    .where('content', 'in', ['Пришлю ссылку сюда', 'И цены тоже'])
    .execute()
  expect(messageRow).toHaveLength(2)
  await takeScreenshot(anna, 'room')
})

test('a message to a minimised app stays unread and comes as a push; the return reads it', async () => {
  const [anna, timur] = [await openRoom(client, worker.name), await openRoom(worker, client.name)]
  await sendMessage(anna, 'Пока вы здесь')
  await messageBubble(anna, 'Пока вы здесь').getByLabel('Прочитано').waitFor()

  // To the browser a minimised mini-app is visible. Only Telegram reports that the person does not see it.
  await timur.minimise()
  await sendMessage(anna, 'Вы уже ушли?')
  await timur.message('Вы уже ушли?').waitFor()
  await messageBubble(anna, 'Вы уже ушли?').getByLabel('Отправлено', { exact: true }).waitFor()
  const { unread_count } = await setup.db
    .selectFrom('chat_members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .innerJoin('chat_messages as message', 'message.room_id', 'member.room_id')
    .select('member.unread_count')
    .where('person.telegram_id', '=', worker.id)
    .where('message.content', '=', 'Вы уже ушли?')
    .executeTakeFirstOrThrow()
  expect(unread_count).toBe(1)

  await timur.page.getByTestId('app-restore').click()
  await messageBubble(timur, 'Вы уже ушли?').waitFor()
  await messageBubble(anna, 'Вы уже ушли?').getByLabel('Прочитано').waitFor()
  await sendMessage(timur, 'Снова здесь')
  await messageBubble(anna, 'Снова здесь').waitFor()
})

test('the button of a message about a message opens its room, and what is typed waits there', async () => {
  const takeScreenshot = createAlbum('chat')
  await (await openChats(worker)).close()
  const timur = await setup.phoneOf(worker)
  await waitUntilRoomsAreLeft()
  const anna = await openRoom(client, worker.name)
  await sendMessage(anna, 'Жду ссылку на пробный бот')
  await messageBubble(anna, 'Жду ссылку').getByLabel('Отправлено', { exact: true }).waitFor()

  await timur.openChat()
  await timur.message('Жду ссылку на пробный бот').getByRole('button').first().click()
  await timur.waitForApp()
  await messageBubble(timur, 'Жду ссылку').waitFor()
  await takeScreenshot(timur, 'from-a-push')
  await timur.app.getByRole('textbox', { name: 'Сообщение' }).fill('Почти готово')
  await timur.back()
  await timur.app.getByRole('tab').or(timur.app.getByRole('heading')).first().waitFor()
  await timur.app.getByRole('link', { name: 'Чаты' }).click()
  await timur.app.getByRole('link', { name: client.name }).click()
  const field = timur.app.getByRole('textbox', { name: 'Сообщение' })
  await expect.poll(() => field.inputValue()).toBe('Почти готово')

  // A sent message is not kept as a draft, even if the chat is opened again.
  const sendButton = timur.app.getByRole('button', { name: 'Отправить' })
  await expect.poll(() => sendButton.isEnabled()).toBe(true)
  await sendButton.click()
  await messageBubble(timur, 'Почти готово').waitFor()
  await timur.back()
  await timur.app.getByRole('link', { name: client.name }).click()
  await messageBubble(timur, 'Почти готово').waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await sendButton.isDisabled()).toBe(true)
  await field.fill('   ')
  expect(await sendButton.isDisabled()).toBe(true)
})

test('a quote leads to its message, however long ago that was written', async () => {
  const { id, room_id, sender_id } = await setup.db
    .selectFrom('chat_messages')
    .select(['id', 'room_id', 'sender_id'])
    .where('content', 'like', 'Тимур, здравствуйте%')
    .executeTakeFirstOrThrow()
  const lines = Array.from({ length: 120 }, (_, n) => ({ room_id, sender_id, content: `Строка ${n}` }))
  await setup.db.insertInto('chat_messages').values(lines).execute()
  const quoteFields = { room_id, sender_id, content: 'Помните про коды?', reply_to: id }
  await setup.db.insertInto('chat_messages').values(quoteFields).execute()
  const anna = await openRoom(client, worker.name)
  await messageBubble(anna, 'Помните про коды?')
    .getByRole('button', { name: /Тимур, здравствуйте/ })
    .click()
  const first = anna.app.locator(`#message-${id}`)
  await first.waitFor()
  const isSeen = () =>
    first.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top > 0 && bottom < element.ownerDocument.documentElement.clientHeight
    })
  await expect.poll(isSeen).toBe(true)
})

test('a lost network leaves what was loaded, says so, and goes on when it is back', async () => {
  const anna = await openChats(client)
  const roomLink = anna.app.getByRole('link', { name: worker.name })
  await roomLink.waitFor()
  await anna.page.context().setOffline(true)
  await anna.app.getByText('Открытое раньше можно читать').waitFor()
  expect(await roomLink.isVisible()).toBe(true)
  await anna.page.context().setOffline(false)
  await anna.app.getByText('Открытое раньше можно читать').waitFor({ state: 'detached' })
  const otherComplaints = anna.complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))
  anna.complaints.splice(0, anna.complaints.length, ...otherComplaints)
})
