import { beforeAll, describe, expect, test } from 'vitest'
import { findUser } from '#services/users/account/accounts.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { insertOrder } from '#tests/workers/setup.ts'
import { type Message, openBot, said, stranger, type Tapped } from './telegram.ts'

let setup: Awaited<ReturnType<typeof openBot>>
beforeAll(async () => {
  setup = await openBot()
})

const send = async (id: number, body: Record<string, unknown>) => {
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, body)
  return said(setup, id, message_id)
}
const tap = (id: number, text: string) => setup.telegram.post<Tapped>(`/users/${id}/tap`, { text })
const buttons = (message: Message) =>
  (message.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text)

/** The current state of the message. */
async function now(id: number, { message_id }: Message): Promise<Message> {
  const all = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}`)
  const found = all.find((message) => message.message_id === message_id)
  if (!found) throw new Error('the message is gone')
  return found
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
  const { id } = await stranger(setup)
  expect((await send(id, { text: command })).text).toContain(text)
})

test.each(['/terms', '/privacy'])('%s names who runs the service', async (command) => {
  const { id } = await stranger(setup)
  const { text } = await send(id, { text: command })
  expect(text).toContain('ИП Иванова Мария Сергеевна, ИНН 500100732259')
  expect(text).toContain('Чек после оплаты картой пришлёт платёжный сервис')
})

test('commands are listed in both languages: those of people in private chats, those of moderators in theirs', async () => {
  const commands = async (language_code: string, groups: string[] = []) => {
    const { id } = await stranger(setup, { language_code, groups })
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
    const { id } = await stranger(setup)
    const menu = await send(id, { text: '/settings' })
    expect(buttons(menu)).toContain('✓ Новые заказы')
    expect((await tap(id, 'Новые заказы')).answer?.text).toBe('Сохранили')
    expect(buttons(await now(id, menu))).toContain('○ Новые заказы')
    expect((await settingsOf(id)).is_notify_new_order).toBe(false)
    await tap(id, 'Оплата и модерация')
    expect((await settingsOf(id)).muted_kinds).toEqual(
      expect.arrayContaining(['payment_confirmed', 'listing_rejected']),
    )
    await tap(id, 'Оплата и модерация')
    expect((await settingsOf(id)).muted_kinds).not.toContain('payment_confirmed')
  })

  test('silences the bot with one tap and lets it speak again', async () => {
    const { id } = await stranger(setup)
    const menu = await send(id, { text: '/settings' })
    await tap(id, 'Выключить все')
    expect((await now(id, menu)).text).toContain('Сейчас бот молчит')
    const silent = await settingsOf(id)
    expect([silent.is_notify_new_messages, silent.is_notify_hot_orders]).toEqual([false, false])
    expect(silent.muted_kinds).toContain('new_response')
    await tap(id, 'Включить все')
    expect(await settingsOf(id)).toMatchObject({ is_notify_new_messages: true, muted_kinds: [] })
  })

  test('sets the quiet hours, at any quarter of an hour', async () => {
    const { id } = await stranger(setup)
    const menu = await send(id, { text: '/settings' })
    await tap(id, 'Тихие часы')
    expect(buttons(await now(id, menu))).toEqual(['Включить: 22:00 – 08:00', '‹ Назад'])
    await tap(id, 'Включить')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1320, quiet_to: 480 })
    await tap(id, 'С 22:00')
    await tap(id, '23:00')
    await tap(id, 'С 23:00')
    await tap(id, '23:45')
    await tap(id, 'До 08:00')
    await tap(id, '05:00')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1425, quiet_to: 300 })
    expect(buttons(await now(id, menu))).toEqual(['С 23:45', 'До 05:00', 'Выключить', '‹ Назад'])
    await tap(id, 'Назад')
    expect(buttons(await now(id, menu))).toContain('Тихие часы: 23:45 – 05:00')
    await tap(id, 'Тихие часы')
    await tap(id, 'Выключить')
    expect(await settingsOf(id)).toMatchObject({ quiet_from: null, quiet_to: null })
  })

  test('quiet hours that end when they begin are not set', async () => {
    const { id } = await stranger(setup)
    await send(id, { text: '/settings' })
    await tap(id, 'Тихие часы')
    await tap(id, 'Включить')
    await tap(id, 'До 08:00')
    const refused = await tap(id, '22:00')
    expect(refused.answer).toMatchObject({ text: expect.stringContaining('совпали'), show_alert: true })
    expect(await settingsOf(id)).toMatchObject({ quiet_from: 1320, quiet_to: 480 })
  })
})

describe('a payment link', () => {
  const start = async (id: number, payload: string) => {
    const { message_id } = await setup.telegram.post<Message>(`/users/${id}/start`, { payload })
    return said(setup, id, message_id)
  }

  test.each([
    ['draft', 'Перейти к оплате', 'startapp=page_order'],
    ['expired', 'Продлить', 'startapp=page_order'],
    ['published', 'Продлить', 'pay=extend'],
    ['completed', 'Открыть заказ', 'startapp=page_order'],
  ])('of an order in %s offers «%s»', async (status, label, url) => {
    const { id } = await stranger(setup)
    await start(id, 'page_profile')
    const { id: author_id } = await settingsOf(id)
    const published_at = status === 'draft' ? null : new Date().toISOString()
    const order = await insertOrder(setup, author_id, { status, published_at })
    const [button] = (await start(id, `pay_project_${order}`)).reply_markup?.inline_keyboard[0] ?? []
    expect(button?.text).toBe(label)
    expect(button?.web_app?.url).toContain(url)
  })

  test('of somebody else’s order tells nothing about it', async () => {
    const [{ id }, author] = [await stranger(setup), await stranger(setup)]
    await start(author.id, 'page_profile')
    const order = await insertOrder(setup, (await settingsOf(author.id)).id, {
      status: 'draft',
      published_at: null,
    })
    const answer = await start(id, `pay_project_${order}`)
    expect(answer.text).not.toContain('Сайт для кофейни')
  })
})

test('/paysupport lists what was paid, and asks what happened', async () => {
  const { id } = await stranger(setup)
  const { message_id } = await setup.telegram.post<Message>(`/users/${id}/send`, { text: '/paysupport' })
  const heard = await eventually(async () => {
    const all = await setup.telegram.get<Message[]>(`/messages?chat_id=${id}&after=${message_id}`)
    return all.length === 2 && all
  })
  expect(heard.map(({ text }) => text)).toEqual([
    expect.stringMatching(/Вопрос об оплате[\s\S]*ИП Иванова Мария Сергеевна, ИНН 500100732259/),
    expect.stringContaining('Не помогло? Напишите, что случилось'),
  ])
})

test('who is blocked is led to the support, by the link of the mini-app too, and gets nothing else', async () => {
  const { id } = await stranger(setup)
  await send(id, { text: '/start' })
  await setup.owner.updateTable('users').set({ status: 'blocked' }).where('telegram_id', '=', id).execute()
  const refused = await send(id, { text: '/help' })
  expect(refused.text).toContain('Доступ к сервису закрыт')
  expect(buttons(refused)).toEqual(['Написать в поддержку'])
  expect((await send(id, { text: '/start support' })).text).toContain('Напишите, что случилось')
})

test('a person who blocked the bot before its answer came is left alone', async () => {
  const { id } = await stranger(setup)
  await send(id, { text: '/start' })
  const fault = {
    method: 'sendMessage',
    match: String(id),
    error_code: 403,
    description: 'Forbidden: bot was blocked by the user',
  }
  await setup.telegram.post('/faults', fault)
  await setup.telegram.post(`/users/${id}/send`, { text: '/help' })
  await eventually(async () => (await settingsOf(id)).notify_blocked_at)
})

test('/settings turns a saved search to another frequency and to silence; a press of before changes nothing twice', async () => {
  const { id } = await stranger(setup)
  await send(id, { text: '/start' })
  const person = await settingsOf(id)
  const search = { user_id: person.id, kind: 'order', name: 'Логотипы', filters: '{}' } as const
  await setup.ctx.db.insertInto('saved_searches').values(search).execute()
  const kept = () =>
    setup.ctx.db
      .selectFrom('saved_searches')
      .select(['frequency', 'is_notify'])
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
  const menu = await send(id, { text: '/settings' })
  expect(buttons(menu)).toContain('Сохранённые поиски: 1')
  await tap(id, 'Сохранённые поиски: 1')
  for (const [line, frequency, is_notify] of [
    ['Логотипы: сразу', 'hourly', true],
    ['Логотипы: раз в час', 'daily', true],
    ['Логотипы: раз в день', 'daily', false],
    ['Логотипы: не сообщать', 'at_once', true],
  ] as const) {
    await eventually(async () => buttons(await now(id, menu)).includes(line))
    expect(buttons(await now(id, menu))).toContain(line)
    await tap(id, line)
    expect(await kept()).toEqual({ frequency, is_notify })
  }
  const someone = await stranger(setup)
  await send(someone.id, { text: '/start' })
  expect(buttons(await send(someone.id, { text: '/settings' })).join()).not.toContain('Сохранённые поиски')
})
