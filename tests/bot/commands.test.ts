import { beforeAll, describe, expect, test } from 'vitest'
import { hideOrder } from '#services/listings/audience/hidden-listings.ts'
import { findUser } from '#services/users/account/accounts.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder, insertPerson } from '#tests/workers/setup.ts'
import { createAccount, type Message, openBot, type TapResult, waitForReply } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

const sendToBot = async (id: number, body: Record<string, unknown>) => {
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, body)
  return waitForReply(setup, id, message_id)
}
const tapButton = (id: number, text: string) => setup.telegram.post<TapResult>(`/users/${id}/tap`, { text })
const buttons = (message: Message) =>
  (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text)

/** Returns the message as the chat shows it now. */
async function readMessage(id: number, { message_id }: Message): Promise<Message> {
  const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
  const foundMessage = messages.find((message) => message.message_id === message_id)
  if (!foundMessage) throw new Error('the message is gone')
  return foundMessage
}

const settingsOf = async (id: number) => {
  const person = await findUser(setup.ctx.db, id)
  if (!person) throw new Error('nobody')
  return person
}

test.each([
  ['/help', 'Что умеет бот'],
  ['/terms', 'Правила коротко'],
  ['/privacy', 'Ваши данные'],
  ['/settings', 'Уведомления'],
])('%s answers in words', async (command, text) => {
  const { id } = await createAccount(setup)
  expect((await sendToBot(id, { text: command })).text).toContain(text)
})

test.each(['/terms', '/privacy'])('%s names who runs the service', async (command) => {
  const { id } = await createAccount(setup)
  const { text } = await sendToBot(id, { text: command })
  expect(text).toContain('ИП Иванова Мария Сергеевна, ИНН 500100732259')
  expect(text).toContain('Чек после оплаты картой пришлёт платёжный сервис')
})

test('commands are listed in both languages: those of people in private chats, those of moderators in theirs', async () => {
  const commands = async (language_code: string, groups: string[] = []) => {
    const { id } = await createAccount(setup, { language_code, groups })
    const chats = await setup.telegram.get<{ id: number; commands: { description: string }[] }[]>(
      `/chats?user_id=${id}`,
    )
    return chats.map((chat) => chat.commands.map(({ description }) => description).at(chat.id > 0 ? 1 : 0))
  }
  expect(await commands('ru', ['moderators'])).toEqual(
    expect.arrayContaining(['Уведомления и тихие часы', 'Язык карточек']),
  )
  expect(await commands('ru', ['ops'])).toContain('Язык карточек')
  expect(await commands('en')).toEqual(['Notifications and quiet hours'])
})

describe('/settings', () => {
  test('turns each kind off and on in place, and the app reads the same', async () => {
    const { id } = await createAccount(setup)
    const menu = await sendToBot(id, { text: '/settings' })
    expect(buttons(menu)).toContain('✓ Новые заказы')
    expect((await tapButton(id, 'Новые заказы')).answer?.text).toBe('Сохранили')
    expect(buttons(await readMessage(id, menu))).toContain('○ Новые заказы')
    expect((await settingsOf(id)).is_notify_new_order).toBe(false)
    await tapButton(id, 'Оплата и модерация')
    expect((await settingsOf(id)).muted_kinds).toEqual(['listing_published', 'revision_approved'])
    expect(buttons(await readMessage(id, menu))).toContain('○ Оплата и модерация')
    await tapButton(id, 'Оплата и модерация')
    expect((await settingsOf(id)).muted_kinds).toEqual([])
  })

  test('turns on again what was muted alone, and nothing else', async () => {
    const { id } = await createAccount(setup)
    await sendToBot(id, { text: '/start' })
    const mutedBefore = ['invitation', 'response_shown', 'listing_expired'] as const
    await setup.ctx.db
      .updateTable('users')
      .set({ muted_kinds: [...mutedBefore] })
      .where('telegram_id', '=', id)
      .execute()
    const menu = await sendToBot(id, { text: '/settings' })
    expect(buttons(menu)).toEqual(
      expect.arrayContaining([
        '✓ Новости по моим откликам',
        '↩ Вернуть: Вас приглашают, Ваш отклик посмотрели',
      ]),
    )
    await tapButton(id, '↩ Вернуть: Вас')
    expect((await settingsOf(id)).muted_kinds).toEqual(['listing_expired'])
    expect(buttons(await readMessage(id, menu))).not.toContain(
      '↩ Вернуть: Вас приглашают, Ваш отклик посмотрели',
    )
  })

  test('silences the bot with one tap and lets it speak again', async () => {
    const { id } = await createAccount(setup)
    const menu = await sendToBot(id, { text: '/settings' })
    await tapButton(id, 'Выключить все')
    expect((await readMessage(id, menu)).text).toContain(
      'Сейчас бот пишет только о том, что вас выбрали, об оплате и отказах модератора.',
    )
    const silentSettings = await settingsOf(id)
    expect([silentSettings.is_notify_new_messages, silentSettings.is_notify_hot_orders]).toEqual([
      false,
      false,
    ])
    expect(silentSettings.muted_kinds).toContain('new_response')
    const keptKinds = ['response_chosen', 'payment_confirmed', 'payment_refunded', 'payment_credited']
    for (const kind of [...keptKinds, 'listing_rejected', 'revision_rejected'])
      expect(silentSettings.muted_kinds).not.toContain(kind)
    await tapButton(id, 'Включить все')
    expect(await settingsOf(id)).toMatchObject({ is_notify_new_messages: true, muted_kinds: [] })
  })

  test('sets the quiet hours, at any quarter of an hour', async () => {
    const { id } = await createAccount(setup)
    const menu = await sendToBot(id, { text: '/settings' })
    await tapButton(id, 'Тихие часы')
    expect(buttons(await readMessage(id, menu))).toEqual(['Включить: 22:00 – 08:00', '‹ Назад'])
    await tapButton(id, 'Включить')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1320, quiet_to: 480 })
    await tapButton(id, 'С 22:00')
    await tapButton(id, '23:00')
    await tapButton(id, 'С 23:00')
    await tapButton(id, '23:45')
    await tapButton(id, 'До 08:00')
    await tapButton(id, '05:00')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1425, quiet_to: 300 })
    expect(buttons(await readMessage(id, menu))).toEqual(['С 23:45', 'До 05:00', 'Выключить', '‹ Назад'])
    await tapButton(id, 'Назад')
    expect(buttons(await readMessage(id, menu))).toContain('Тихие часы: 23:45 – 05:00')
    await tapButton(id, 'Тихие часы')
    await tapButton(id, 'Выключить')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: null, quiet_to: null })
  })

  test('lists what is not sent, and shows the list anew when a line of it is taken back', async () => {
    const { id } = await createAccount(setup)
    await sendToBot(id, { text: '/settings' })
    const { id: user_id } = await settingsOf(id)
    const author = await insertPerson(setup)
    const columns = { category_id: 101, price_base: 300_000 }
    const [cheapOrder, ofAuthor] = [
      await insertOrder(setup, author.id, columns),
      await insertOrder(setup, author.id, columns),
    ]
    await setup.ctx.db.transaction().execute(async (tx) => {
      await hideOrder(setup.ctx, tx, { user_id, listing_id: cheapOrder, reason: 'price' })
      await hideOrder(setup.ctx, tx, { user_id, listing_id: ofAuthor, reason: 'author' })
    })
    const menu = await sendToBot(id, { text: '/settings' })
    await tapButton(id, 'Что не присылаем: 2')
    const lines = async () => buttons(await readMessage(id, menu))
    expect(await lines()).toEqual([
      expect.stringMatching(/^✕ Заказчик: /),
      expect.stringMatching(/^✕ Дешевле 3.000/),
      '‹ Назад',
    ])
    expect((await tapButton(id, '✕ Дешевле')).answer?.text).toBe('Сохранили')
    expect(await lines()).toEqual([expect.stringMatching(/^✕ Заказчик: /), '‹ Назад'])
    await tapButton(id, '✕ Заказчик')
    expect((await readMessage(id, menu)).text).toContain('Здесь пусто')
  })

  test('quiet hours that end when they begin are not set', async () => {
    const { id } = await createAccount(setup)
    await sendToBot(id, { text: '/settings' })
    await tapButton(id, 'Тихие часы')
    await tapButton(id, 'Включить')
    await tapButton(id, 'До 08:00')
    const refusal = await tapButton(id, '22:00')
    expect(refusal.answer).toMatchObject({ text: expect.stringContaining('совпали'), show_alert: true })
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1320, quiet_to: 480 })
  })
})

describe('a payment link', () => {
  const sendStart = async (id: number, payload: string) => {
    const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`, { payload })
    return waitForReply(setup, id, message_id)
  }

  test.each([
    ['draft', 'Перейти к оплате', 'startapp=page_order'],
    ['expired', 'Продлить', 'startapp=page_order'],
    ['published', 'Продлить', 'pay=extend'],
    ['completed', 'Открыть заказ', 'startapp=page_order'],
  ])('of an order in %s offers «%s»', async (status, label, url) => {
    const { id } = await createAccount(setup)
    await sendStart(id, 'page_profile')
    const { id: author_id } = await settingsOf(id)
    const published_at = status === 'draft' ? null : new Date().toISOString()
    const order = await insertOrder(setup, author_id, { status, published_at })
    const [button] = (await sendStart(id, `pay_project_${order}`)).reply_markup?.inline_keyboard[0] ?? []
    expect(button?.text).toBe(label)
    expect(button?.web_app?.url).toContain(url)
  })

  test('of somebody else’s order tells nothing about it', async () => {
    const [{ id }, author] = [await createAccount(setup), await createAccount(setup)]
    await sendStart(author.id, 'page_profile')
    const order = await insertOrder(setup, (await settingsOf(author.id)).id, {
      status: 'draft',
      published_at: null,
    })
    const answer = await sendStart(id, `pay_project_${order}`)
    expect(answer.text).not.toContain('Сайт для кофейни')
  })
})

test('/paysupport lists what was paid, and asks what happened', async () => {
  const { id } = await createAccount(setup)
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, { text: '/paysupport' })
  const supportReplies = await eventually(async () => {
    const messages = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}&after=${message_id}`)
    return messages.length === 2 && messages
  })
  expect(supportReplies.map(({ text }) => text)).toEqual([
    expect.stringMatching(/Вопрос об оплате[\s\S]*ИП Иванова Мария Сергеевна, ИНН 500100732259/),
    expect.stringContaining('Не помогло? Напишите, что случилось'),
  ])
})

test('who is blocked is led to the support, by the link of the mini-app too, and gets nothing else', async () => {
  const { id } = await createAccount(setup)
  await sendToBot(id, { text: '/start' })
  await setup.owner.updateTable('users').set({ status: 'blocked' }).where('telegram_id', '=', id).execute()
  const refusal = await sendToBot(id, { text: '/help' })
  expect(refusal.text).toContain('Доступ к сервису закрыт')
  expect(buttons(refusal)).toEqual(['Написать в поддержку'])
  expect((await sendToBot(id, { text: '/start support' })).text).toContain('Напишите, что случилось')
})

test('a person who blocked the bot before its answer came is left alone', async () => {
  const { id } = await createAccount(setup)
  await sendToBot(id, { text: '/start' })
  const telegramFault = {
    method: 'sendMessage',
    match: String(id),
    error_code: 403,
    description: 'Forbidden: bot was blocked by the user',
  }
  await setup.telegram.post('/faults', telegramFault)
  await setup.telegram.post(`/users/${id}/send`, { text: '/help' })
  await eventually(async () => (await settingsOf(id)).notify_blocked_at)
})

test('/settings turns a saved search to another frequency and to silence; a press of before changes nothing twice', async () => {
  const { id } = await createAccount(setup)
  await sendToBot(id, { text: '/start' })
  const person = await settingsOf(id)
  const search = { user_id: person.id, kind: 'order', name: 'Логотипы', filters: '{}' } as const
  await setup.ctx.db.insertInto('saved_searches').values(search).execute()
  const readStored = () =>
    setup.ctx.db
      .selectFrom('saved_searches')
      .select(['frequency', 'is_notify'])
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
  const menu = await sendToBot(id, { text: '/settings' })
  expect(buttons(menu)).toContain('Сохранённые поиски: 1')
  await tapButton(id, 'Сохранённые поиски: 1')
  for (const [line, frequency, is_notify] of [
    ['Логотипы: сразу', 'hourly', true],
    ['Логотипы: раз в час', 'daily', true],
    ['Логотипы: раз в день', 'daily', false],
    ['Логотипы: не сообщать', 'at_once', true],
  ] as const) {
    await eventually(async () => buttons(await readMessage(id, menu)).includes(line))
    expect(buttons(await readMessage(id, menu))).toContain(line)
    await tapButton(id, line)
    expect(await readStored()).toEqual({ frequency, is_notify })
  }
  const otherPerson = await createAccount(setup)
  await sendToBot(otherPerson.id, { text: '/start' })
  expect(buttons(await sendToBot(otherPerson.id, { text: '/settings' })).join()).not.toContain(
    'Сохранённые поиски',
  )
})
