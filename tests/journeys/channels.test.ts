import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { Phone } from '#tests/support/screens/phone.ts'
import { botPeople } from './bot-people.ts'
import { goTo, pathOf } from './navigation.ts'
import { signIn } from './people.ts'
import { ignoreErrors, setUpJourneys } from './setup.ts'
import { createAlbum, moderator } from './steps.ts'

const setup = setUpJourneys()
const { client, freelancer, publish } = botPeople(setup)

const textsByLanguage = {
  ru: {
    language: 'Русский',
    goOn: 'Продолжить',
    moderation: 'Модерация',
    more: 'Ещё',
    channels: 'Каналы',
    connect: 'Подключить канал',
    channel: 'Имя канала или ссылка',
    missing: /Боту\sне\sхватает\sправ:\s«Публикация\sсообщений»\./,
    orders: 'Заказы',
    listingLanguage: 'Язык объявлений',
    night: /^Ночью молчать/,
    connected: 'Канал подключён',
    respond: 'Откликнуться',
    price: /45\s000\s₽/,
    edited: 'изменено',
    sheet: 'Отклик на заказ',
    message: 'Сообщение заказчику',
    ownPrice: 'Ваша цена',
    currency: 'Валюта',
    sent: 'Отклик отправлен',
    fromChannels: 'Из каналов Telegram: 1',
    responses: /откликов\s1/,
    filled: 'Исполнитель найден.',
    closed: 'Заказ закрыт.',
    taken: 'Заказ снят с публикации.',
    moved: 'Заказ больше не подходит этому каналу.',
    open: 'Открыть заказ',
    lost: 'боту нельзя публиковать.',
    waiting: /1\sобъявление\sждёт/,
    check: 'Проверить права',
    posting: 'Публикует',
  },
  en: {
    language: 'English',
    goOn: 'Continue',
    moderation: 'Moderation',
    more: 'More',
    channels: 'Channels',
    connect: 'Connect a channel',
    channel: 'Name of the channel or link',
    missing: /The\sbot\slacks\srights:\s“Post\smessages”\./,
    orders: 'Orders',
    listingLanguage: 'Language of listings',
    night: /^Quiet at night/,
    connected: 'Channel connected',
    respond: 'Respond',
    price: /₽45,000/,
    edited: 'edited',
    sheet: 'Respond to the order',
    message: 'Message to the client',
    ownPrice: 'Your price',
    currency: 'Currency',
    sent: 'Response sent',
    fromChannels: 'From Telegram channels: 1',
    responses: /responses:\s1/,
    filled: 'Freelancer found.',
    closed: 'The order is closed.',
    taken: 'The order was taken down.',
    moved: 'The order no longer fits this channel.',
    open: 'Open order',
    lost: 'the bot may not post.',
    waiting: /1\slisting\sis\swaiting/,
    check: 'Check the rights',
    posting: 'Posting',
  },
} satisfies Record<Language, Record<string, string | RegExp>>

type Words = (typeof textsByLanguage)[Language]

/** Waits for the mini-app, and answers its question about the language. */
async function start(phone: Phone, words: Words): Promise<void> {
  await phone.waitForApp()
  const { app } = phone
  const question = app.getByRole('button', { name: words.goOn, exact: true })
  await question.or(app.getByRole('navigation')).or(app.getByRole('main')).first().waitFor()
  if (!(await question.isVisible())) return
  await app.getByText(words.language, { exact: true }).click()
  await question.click()
  await question.waitFor({ state: 'detached' })
}

const launch = 'otklik_demo_bot?startapp=page_profile'

test.each(['ru', 'en'] as const)(
  'listings live in a channel as they live in the feed, and readers come from it, %s',
  async (language) => {
    const { world, db } = setup
    const words: Words = textsByLanguage[language]
    const takeScreenshot = createAlbum(`channels-${language}`)
    const name = `otklik_design_${language}`
    const anna = await client(language)
    const boris = await freelancer('Борис', language)
    const mariaApi = await signIn(world, { ...moderator, name: 'Мария' })
    for (const { id } of [anna, boris, moderator])
      await world.telegram.patch(`/users/${id}`, { language_code: language })
    await db.updateTable('users').set({ ui_language: language }).where('id', '=', mariaApi.user.id).execute()

    // The administrator creates a channel in Telegram and connects it. Without rights the connection is refused.
    const maria = await setup.phoneOf(moderator, { panels: true, tme: launch })
    const { app, page } = maria
    await start(maria, words)
    await page.getByTestId('add-channel').click()
    await page.getByTestId('new-channel-title').fill(`Заказы для дизайнеров ${language}`)
    await page.getByTestId('new-channel-name').fill(`@${name}`)
    await page.getByTestId('channel-create').click()
    const botPosition = page.getByTestId(`channel-bot-${name}`)
    await botPosition.selectOption('silent')
    await app.getByRole('link', { name: words.moderation }).click()
    await app.getByRole('button', { name: words.more, exact: true }).click()
    await app.getByRole('link', { name: words.channels }).click()
    await takeScreenshot(maria, 'channels')
    await app.getByRole('button', { name: words.connect }).first().click()
    const form = app.getByRole('dialog', { name: words.connect })
    await form.getByRole('textbox', { name: words.channel }).fill(`t.me/${name}`)
    await form.getByRole('radio', { name: words.orders }).click()
    await form.getByRole('combobox', { name: words.listingLanguage }).selectOption(language)
    await form.getByRole('switch', { name: words.night }).click()
    await form.getByRole('button', { name: words.connect }).click()
    await form.getByRole('alert').filter({ hasText: words.missing }).waitFor()
    await takeScreenshot(maria, 'refused')
    ignoreErrors(maria, /409/)
    await botPosition.selectOption('posts')
    await form.getByRole('button', { name: words.connect }).click()
    await app.getByText(words.connected).waitFor()
    await app.getByText(words.posting, { exact: true }).first().waitFor()
    await takeScreenshot(maria, 'connected')

    // A published order stands in the channel, and an edit changes the same post.
    const channel = await channelOf(name)
    const title = `Редизайн приложения ${language}`
    const order = await publish(anna, title, language)
    const phone = await setup.phoneOf(boris)
    await phone.openChat(channel)
    await phone.message(title).waitFor()
    await takeScreenshot(phone, 'posted')
    await anna.call('PATCH', `/api/projects/${order}`, { price: 45_000, currency: 'RUB' })
    const { id: task, content_hash } = await db
      .selectFrom('moderation_tasks')
      .select(['id', 'content_hash'])
      .where('listing_id', '=', order)
      .executeTakeFirstOrThrow()
    await mariaApi.call('POST', `/api/admin/moderation/${task}/approve`, { content_hash })
    await phone.message(title).filter({ hasText: words.price }).getByText(words.edited).waitFor()
    await takeScreenshot(phone, 'edited')
    expect(await phone.page.getByTestId(/^message-\d+$/).count()).toBe(1)

    // A reader opens the order from the post and responds. Its author sees the number.
    await phone.press(title, words.respond)
    await start(phone, words)
    await phone.app.getByRole('button', { name: words.respond, exact: true }).click()
    expect(await pathOf(phone)).toBe(`/order/${order}`)
    const sheet = phone.app.getByRole('dialog', { name: words.sheet })
    await sheet
      .getByRole('textbox', { name: words.message })
      .fill('Готов взять: макеты и прототип за неделю.')
    await sheet.getByRole('textbox', { name: words.ownPrice }).fill('45000')
    await sheet.getByRole('combobox', { name: words.currency }).selectOption('RUB')
    await sheet.getByRole('button', { name: words.respond, exact: true }).click()
    await phone.app.getByRole('alertdialog', { name: words.sent }).waitFor()
    await takeScreenshot(phone, 'responded')
    const annasPhone = await setup.phoneOf(anna, { tme: launch })
    await start(annasPhone, words)
    await goTo(annasPhone, `/order/${order}/funnel`)
    await expect.poll(() => annasPhone.app.getByText(words.fromChannels, { exact: true }).count()).toBe(2)
    await takeScreenshot(annasPhone, 'numbers')
    // The innermost element around the menu of the channel is its row. The page also lists the channel of another test.
    const menu = app.getByRole('button', { name: `Заказы для дизайнеров ${language}` })
    const row = app.locator('div').filter({ has: menu }).last()
    await row.getByText(words.responses).waitFor()

    // The post says how the order ended: somebody was chosen, the author closed it, or the staff took it down.
    const { id: response } = await db
      .selectFrom('responses')
      .select('id')
      .where('listing_id', '=', order)
      .executeTakeFirstOrThrow()
    await anna.call('POST', `/api/projects/assign_executor/${order}?response_id=${response}`)
    await phone.minimise()
    await phone.message(words.filled).locator('s', { hasText: title }).waitFor()
    await takeScreenshot(phone, 'filled')
    // Listings go in the order of their publication, so one in the other language would stand before the next post.
    const otherTitle = `Буклет выставки ${language}`
    await publish(anna, otherTitle, language === 'ru' ? 'en' : 'ru')
    const closedTitle = `Логотип пекарни ${language}`
    const closed = await publish(anna, closedTitle, language)
    await phone.message(closedTitle).waitFor()
    const otherCount = await phone.page.getByText(otherTitle).count()
    expect(otherCount, 'posts of an order in the other language').toBe(0)
    await anna.call('POST', `/api/projects/close/${closed}`)
    await phone.message(words.closed).locator('s', { hasText: closedTitle }).waitFor()
    const takenTitle = `Баннер без лицензии ${language}`
    const taken = await publish(anna, takenTitle, language)
    await phone.message(takenTitle).waitFor()
    const consequence = { consequence: 'remove', reason: 'forbidden' }
    await mariaApi.call('POST', `/api/admin/listings/${taken}/take_down`, consequence)
    await phone.message(words.taken).waitFor()
    expect(await phone.page.getByText(takenTitle).count()).toBe(0)
    await takeScreenshot(phone, 'taken-down')

    // An order in another language leaves the channel, and its post leads to it.
    const movedTitle = `Плакат для выставки ${language}`
    const moved = await publish(anna, movedTitle, language)
    await phone.message(movedTitle).waitFor()
    await anna.call('PATCH', `/api/projects/${moved}`, { language: language === 'ru' ? 'en' : 'ru' })
    await phone.message(words.moved).waitFor()
    expect(await phone.page.getByText(movedTitle).count()).toBe(0)
    await takeScreenshot(phone, 'moved')
    await phone.press(words.moved, words.open)
    await expect.poll(() => pathOf(phone)).toBe(`/order/${moved}`)
    await phone.minimise()

    // Without the right to post new orders wait, and the page says what to do. With it they are posted.
    await botPosition.selectOption('silent')
    await app.getByText(words.lost).waitFor()
    const lateTitle = `Сайт для мастерской ${language}`
    await publish(anna, lateTitle, language)
    await app.getByText(words.waiting).waitFor()
    await takeScreenshot(maria, 'rights-lost')
    expect(await phone.page.getByText(lateTitle).count()).toBe(0)
    await botPosition.selectOption('posts')
    await phone.message(lateTitle).waitFor()
    await app.getByText(words.lost).waitFor({ state: 'detached' })
    await takeScreenshot(maria, 'rights-back')
  },
  180_000,
)

/** Returns the Telegram id of a channel. */
async function channelOf(username: string): Promise<number> {
  const channels = await setup.world.telegram.get<{ id: number; username?: string }[]>('/channels')
  const channel = channels.find((one) => one.username === username)
  if (!channel) throw new Error(`no channel ${username}`)
  return channel.id
}
