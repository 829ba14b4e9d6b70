import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { chooseLanguage } from '#services/users/settings/language.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { botIntroductions } from '#workers/events/bot-introductions.ts'
import { startTelegramDelivery } from '#workers/telegram/delivery.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { createAccount, type Message, openBot, type TapResult, waitForReply } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

const sendStart = async (id: number, payload?: string) => {
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`, { payload })
  return waitForReply(setup, id, message_id)
}

const sendToBot = async (id: number, body: Record<string, unknown>) => {
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, body)
  return waitForReply(setup, id, message_id)
}

/** Waits until the bot's menu button in the chat has this label. */
const waitForMenu = (id: number, text: string) =>
  eventually(async () => {
    const [chat] = await setup.telegram.get<{ menu_button: { text: string }; commands: unknown[] }[]>(
      `/chats?user_id=${id}`,
    )
    return chat?.menu_button.text === text && chat
  })

/** Claims the tasks of a topic and passes them to the topic's worker, as the relay does. */
async function handleTasks(topic: string): Promise<void> {
  const tasks = await claimTasks(setup.ctx.db, {
    now: new Date().toISOString(),
    limit: 50,
    waits: [3_600_000],
  })
  for (const task of tasks.filter((one) => one.topic === topic))
    await botIntroductions.handle(setup.ctx, task)
}

const buttonOf = (message: Message) => message.reply_markup?.inline_keyboard[0]?.[0]
const pageOf = (message: Message) =>
  new URL(buttonOf(message)?.web_app?.url ?? '').searchParams.get('startapp')

test('somebody who never opened the app is greeted and remembered as reachable', async () => {
  const { id } = await createAccount(setup, { username: 'anna_new' })
  const greeting = await sendStart(id)
  expect(greeting.text).toContain('Здравствуйте')
  expect(buttonOf(greeting)?.web_app?.url.startsWith(setup.ctx.config.APP_ORIGIN)).toBe(true)
  const person = await findUser(setup.ctx.db, id)
  expect(person).toMatchObject({ full_name: 'Анна', username: 'anna_new', can_write: true, role: 'user' })
  expect(person?.ui_language).toBe('ru')
})

test.each([
  ['page_order___orderId_12', 'page_order___orderId_12', 'Открыть заказ'],
  ['page_order_orderId_12', 'page_order___orderId_12', 'Открыть заказ'],
  ['page_vacancy___vacansyId_7', 'page_vacancy___vacansyId_7', 'Открыть вакансию'],
  ['page_user___userId_5', 'page_user___userId_5', 'Открыть профиль'],
  ['page_profile', 'page_profile', 'Открыть'],
  ['pay_project_34', 'page_order___orderId_34', 'Открыть заказ'],
  ['page_admin-panel', 'page_search-personal', 'Открыть'],
])('the start link %s opens %s', async (payload, startapp, label) => {
  const { id } = await createAccount(setup)
  const answer = await sendStart(id, payload)
  expect(pageOf(answer)).toBe(startapp)
  expect(buttonOf(answer)?.text).toBe(label)
})

test('an English speaker is answered in English, and /language changes it with menu and commands', async () => {
  const { id } = await createAccount(setup, { language_code: 'en' })
  expect((await sendStart(id)).text).toContain('clients find freelancers')
  await waitForMenu(id, 'Open')
  await sendToBot(id, { text: '/language' })
  const tapResult = await setup.telegram.post<TapResult>(`/users/${id}/tap`, { text: 'Русский' })
  expect(tapResult.answer?.text).toBe('Теперь пишем по-русски.')
  expect((await findUser(setup.ctx.db, id))?.ui_language).toBe('ru')
  expect((await sendToBot(id, { text: 'привет' })).text).toContain('не отвечает на сообщения')
  const chat = await waitForMenu(id, 'Открыть')
  expect(chat.commands).toContainEqual({ command: 'language', description: 'Выбрать язык' })
})

test('the bot has a name in each language, and follows the language that is chosen in the mini-app', async () => {
  const { bot, ctx } = setup
  expect([await bot.api.getMyName(), await bot.api.getMyName({ language_code: 'en' })]).toEqual([
    { name: 'Отклик' },
    { name: 'Otklik' },
  ])
  const { id } = await createAccount(setup)
  await sendStart(id)
  const person = await findUser(ctx.db, id)
  await chooseLanguage({ ...ctx, viewer: { id: person?.id } } as UserContext, 'en')
  await handleTasks('language.chosen')
  const chat = await waitForMenu(id, 'Open')
  expect(chat.commands).toContainEqual({ command: 'language', description: 'Choose language' })
})

test('help and anything not understood are answered with a way on', async () => {
  const { id } = await createAccount(setup)
  expect((await sendToBot(id, { text: '/help' })).text).toContain('/language')
  expect(pageOf(await sendToBot(id, { text: 'сколько стоит?' }))).toBe('page_search-personal')
})

test('one’s own contact confirms the profile, once and for all', async () => {
  const { id, phone } = await createAccount(setup)
  await sendStart(id)
  for (const _time of [1, 2]) {
    const sharedContact = await setup.telegram.post<{ message: Message }>(`/users/${id}/contact`)
    expect((await waitForReply(setup, id, sharedContact.message.message_id)).text).toContain(
      'Номер подтверждён',
    )
  }
  const person = await findUser(setup.ctx.db, id)
  expect(person).toMatchObject({ is_verified: true, verification: 'confirmed' })
  const storedPhone = await setup.ctx.db
    .selectFrom('user_phones')
    .selectAll()
    .where('user_id', '=', person?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(storedPhone) + storedPhone.phone_enc.toString('latin1')).not.toContain(phone.slice(1))
})

test('a foreign contact confirms nobody', async () => {
  const [{ id }, otherPerson] = [await createAccount(setup), await createAccount(setup)]
  const card = { phone_number: otherPerson.phone, first_name: 'Олег', user_id: otherPerson.id }
  expect((await sendToBot(id, { contact: card })).text).toContain('чужой контакт')
  expect(
    (await sendToBot(id, { contact: { phone_number: '+79991112233', first_name: 'Я' } })).text,
  ).toContain('чужой')
  expect((await findUser(setup.ctx.db, id))?.is_verified).toBe(false)
})

test('a forwarded card of one’s own confirms nobody', async () => {
  const { id, phone } = await createAccount(setup)
  const sender = { id, is_bot: false, first_name: 'Анна' }
  const origin = { type: 'user', date: 1, sender_user: sender } as const
  const contact = { phone_number: phone, first_name: 'Анна', user_id: id }
  const message = {
    message_id: 1,
    date: 1,
    chat: { id, type: 'private' as const, first_name: 'Анна' },
    from: sender,
  }
  await sendStart(id)
  await setup.bot.handleUpdate({
    update_id: 900_001,
    message: { ...message, contact, forward_origin: origin },
  })
  expect((await findUser(setup.ctx.db, id))?.is_verified).toBe(false)
})

test('a phone confirmed elsewhere is refused and marked', async () => {
  const first = await createAccount(setup)
  await setup.telegram.post(`/users/${first.id}/contact`)
  await eventually(async () => (await findUser(setup.ctx.db, first.id))?.is_verified)
  const second = await createAccount(setup, { phone: first.phone.slice(1) })
  const sharedContact = await setup.telegram.post<{ message: Message }>(`/users/${second.id}/contact`)
  expect((await waitForReply(setup, second.id, sharedContact.message.message_id)).text).toContain(
    'в другом профиле',
  )
  expect(await findUser(setup.ctx.db, second.id)).toMatchObject({
    is_verified: false,
    verification: 'conflict',
  })
})

test('who blocks the bot is left alone until they are back', async () => {
  const { id } = await createAccount(setup)
  await sendStart(id)
  await setup.telegram.post(`/users/${id}/block`)
  await eventually(async () => (await findUser(setup.ctx.db, id))?.notify_blocked_at)
  expect((await findUser(setup.ctx.db, id))?.can_write).toBe(false)
  await setup.telegram.post(`/users/${id}/unblock`)
  const reopenedMessage = await eventually(async () => {
    const person = await findUser(setup.ctx.db, id)
    return person?.can_write && person
  })
  expect(reopenedMessage.notify_blocked_at).toBeNull()
})

test('what was queued while the bot was blocked fails for good, what comes after the return arrives', async () => {
  const { ctx, telegram } = setup
  const { id } = await createAccount(setup)
  await sendStart(id)
  const user_id = (await findUser(ctx.db, id))?.id ?? 0
  const listing_id = await insertOrder(setup, user_id, { title: 'Вывеска' })
  const queueNotice = async (dedupe_key: string) => {
    const delivery = {
      to: { user_id },
      kind: 'listing_published',
      payload: { listing_id },
      dedupe_key,
    } as const
    await ctx.db.transaction().execute((tx) => queueDelivery(ctx, tx, delivery))
    return () =>
      eventually(async () => {
        const row = await ctx.db
          .selectFrom('deliveries')
          .select(['state', 'error'])
          .where('dedupe_key', '=', dedupe_key)
          .executeTakeFirstOrThrow()
        return row.state !== 'pending' && row.state !== 'sending' && row
      })
  }
  const canWrite = async () => (await findUser(ctx.db, id))?.can_write
  const readNotices = async () =>
    (await telegram.get<Message[]>(`/messages?chat_id=${id}`)).filter(({ text }) => text?.includes('Вывеска'))

  await telegram.post(`/users/${id}/block`)
  await eventually(async () => (await canWrite()) === false)
  const outcomesWhileBlocked = [await queueNotice('meanwhile:1'), await queueNotice('meanwhile:2')]
  const delivery = startTelegramDelivery(ctx, everyMessage)
  try {
    const unreachableOutcome = { state: 'failed', error: 'unreachable' }
    expect(await Promise.all(outcomesWhileBlocked.map((readOutcome) => readOutcome()))).toEqual([
      unreachableOutcome,
      unreachableOutcome,
    ])
    await telegram.post(`/users/${id}/unblock`)
    await eventually(canWrite)
    expect(await (await queueNotice('back'))()).toEqual({ state: 'sent', error: null })
    expect(await readNotices()).toHaveLength(1)
    expect(await Promise.all(outcomesWhileBlocked.map((readOutcome) => readOutcome()))).toEqual([
      unreachableOutcome,
      unreachableOutcome,
    ])
  } finally {
    await delivery.stop()
  }
})
