import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { type Orders, openOrders } from './order-scenes.ts'

let setup: Orders
beforeAll(async () => {
  setup = await openOrders()
  return setup.close
})
const notifyReader: Orders['notifyReader'] = (...scene) => setup.notifyReader(...scene)

const words = {
  ru: {
    open: [['Откликнуться'], ['Не подходит ›', 'Позже'], ['Открыть заказ'], ['Выключить такие уведомления']],
    why: 'Почему вам: ваша специальность',
    not: 'Не подходит',
    ask: 'Что не так? Учтём со следующего заказа.',
    reasons: [
      ['Не моя тема', 'Мало платят'],
      ['Срок', 'Этот автор'],
      ['Уже занят', 'Назад'],
    ],
    back: 'Назад',
    little: 'Мало платят',
    done: 'Не подходит: мало платят. Заказы дешевле 2 500 ₽ присылать не будем. Изменить можно в настройках.',
    undo: 'Вернуть',
    settings: 'Настройки',
    line: '✕ Дешевле 2 500 ₽',
    later: 'Позже',
    remind: /Напомним \d+ \S+ в \d\d:00, если заказ ещё открыт\.$/,
    tomorrow: 'Завтра в 10:00',
    at10: /в 10:00, если заказ/,
    off: 'Не напоминать',
    closed: 'Вывеска <b> Заказ уже закрыт. Отклики на него больше не принимают.',
    reminder: 'Напоминаем: Вывеска <b>',
    missing: 'Это объявление закрыто или удалено.',
    more: 'Ещё заказы',
  },
  en: {
    open: [['Respond'], ['Not for me ›', 'Later'], ['Open the order'], ['Turn these off']],
    why: 'Why you: your speciality',
    not: 'Not for me',
    ask: 'What’s wrong with it? We’ll take it into account from the next order on.',
    reasons: [
      ['Not my speciality', 'Pays too little'],
      ['Timing', 'This client'],
      ['Busy now', 'Back'],
    ],
    back: 'Back',
    little: 'Pays too little',
    done: 'Not for you: pays too little. We will not send orders below ₽2,500. You can change it in settings.',
    undo: 'Undo',
    settings: 'Settings',
    line: '✕ Below ₽2,500',
    later: 'Later',
    remind: /We will remind you on \d+ \S+ at \d+:00 if the order is still open\.$/,
    tomorrow: 'Tomorrow at 10:00',
    at10: /at 10:00 if the order/,
    off: 'Don’t remind me',
    closed: 'Вывеска <b> The order is closed. It takes no more responses.',
    reminder: 'A reminder: Вывеска <b>',
    missing: 'This listing was closed or deleted.',
    more: 'More orders',
  },
}

describe.each(['ru', 'en'] as const)('the message about an order, %s', (language) => {
  const say = words[language]

  test('says what it is, until when and why it came; respond is the blue key', async () => {
    const { readOrderMessage } = await notifyReader(language)
    const { text, keys, rows } = await readOrderMessage()
    expect(text).toContain('Вывеска <b>')
    expect(text).toContain('Нужна вывеска на фасад')
    expect(text).toContain(say.why)
    expect(keys).toEqual(say.open)
    expect(rows?.[0]?.[0]).toMatchObject({ style: 'primary' })
  })

  test('not for me asks why, keeps it, shows it once on the message, and takes it back', async () => {
    const { pressButton, user_id, readOrderMessage } = await notifyReader(language)
    const before = await readOrderMessage()
    const asked = await pressButton(say.not)
    expect([asked.text?.endsWith(say.ask), asked.keys]).toEqual([true, say.reasons])
    expect(await pressButton(say.back)).toEqual(before)
    await pressButton(say.not)
    const done = await pressButton(say.little)
    expect(done.text).toBe(`Вывеска <b> ${say.done}`)
    expect(done.keys).toEqual([[say.undo, say.settings]])
    const marks = () =>
      setup.ctx.db
        .selectFrom('not_for_me')
        .select(['reason', 'below'])
        .where('user_id', '=', user_id)
        .execute()
    expect(await marks()).toEqual([{ reason: 'price', below: 250_000 }])
    expect(await pressButton(say.undo)).toEqual(before)
    expect(await marks()).toEqual([])
  })

  test('what was turned down stands in the settings and is taken back there', async () => {
    const { pressButton, id, user_id, readMessages } = await notifyReader(language)
    await pressButton(say.not)
    await pressButton(say.little)
    await pressButton(say.settings)
    const menu = await eventually(async () =>
      (await readMessages()).find(({ keys }) => keys?.[0]?.[0] === say.line),
    )
    await setup.telegram.post(`/users/${id}/tap`, { message_id: menu.message_id, text: '✕' })
    const left = await setup.ctx.db.selectFrom('not_for_me').where('user_id', '=', user_id).execute()
    expect(left).toEqual([])
  })

  test('later says when, may be put off to the morning, and called off', async () => {
    const { pressButton, user_id, readOrderMessage } = await notifyReader(language)
    const before = await readOrderMessage()
    const later = await pressButton(say.later)
    expect(later.text).toMatch(say.remind)
    expect(later.keys?.flat()).toContain(say.off)
    if (later.keys?.flat().includes(say.tomorrow))
      expect((await pressButton(say.tomorrow)).text).toMatch(say.at10)
    expect(await pressButton(say.off)).toEqual(before)
    const waiting = setup.ctx.db.selectFrom('deliveries').select('state').where('kind', '=', 'order_reminder')
    expect(await waiting.where('user_id', '=', user_id).execute()).toEqual([{ state: 'failed' }])
  })

  test('the reminder comes once and cannot be put off again', async () => {
    const { pressButton, user_id, readMessages } = await notifyReader(language)
    await pressButton(say.later)
    const hurry = () =>
      setup.ctx.db
        .updateTable('deliveries')
        .set({ next_at: new Date().toISOString() })
        .where('user_id', '=', user_id)
        .where('kind', '=', 'order_reminder')
        .execute()
    await hurry()
    const reminded = await eventually(async () =>
      (await readMessages()).find(({ text }) => text.startsWith(say.reminder)),
    )
    expect(reminded.keys?.flat()).not.toContain(say.later)
    // An outdated button of the first message changes nothing, and redraws the order's current state.
    const over = await pressButton(say.off)
    expect(over.text).not.toMatch(say.remind)
    expect(over.keys?.flat()).not.toContain(say.later)
  })

  test('an order that closed meanwhile is told so', async () => {
    const { pressButton, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'archived' })
    expect(await pressButton(say.not)).toMatchObject({ text: say.missing, keys: [[say.more]] })
  })

  test('an order that somebody works on is named and closed', async () => {
    const { pressButton, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'in_progress' })
    expect((await pressButton(say.not)).text).toBe(say.closed)
  })

  test('to whom its author has blocked an order is not there, on the message and in the reminder', async () => {
    const { pressButton, user_id, listing_id, id } = await notifyReader(language)
    const pair = { user_id: setup.author, blocked_id: user_id }
    await setup.ctx.db.insertInto('user_blocks').values(pair).execute()
    const reader = { chat_id: id, language, is_private: true }
    const news = { listing_id, why: 'category' } as const
    for (const kind of ['new_order', 'order_reminder'] as const)
      expect(await everyMessage[kind](setup.ctx, news, reader)).toBeNull()
    expect((await pressButton(say.later)).text).toBe(say.missing)
    const { rows } =
      await sql`select from deliveries where kind = 'order_reminder' and user_id = ${user_id}`.execute(
        setup.ctx.db,
      )
    expect(rows).toEqual([])
  })

  test('nobody puts off or turns down the own order', async () => {
    const { tapButton, message_id, user_id, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { author_id: user_id })
    const { answer } = await tapButton(say.later, message_id)
    expect(answer).toMatchObject({ text: errorText(language, 'own_listing'), show_alert: true })
  })
})

test('the response of somebody else changes nothing in it', async () => {
  const [reader, other] = [await notifyReader('ru'), await notifyReader('ru')]
  const before = await reader.readOrderMessage()
  const app = await other.openApp()
  const response = { project_id: reader.listing_id, response_text: 'Сделаю за неделю', price: 2000 }
  await app.call('POST /api/projects/add_resp', { body: { ...response, file_ids: [] } })
  await reader.pressButton('Не подходит')
  expect(await reader.pressButton('Назад')).toEqual(before)
})

test('a reminder of an order that closed or was turned down is not sent', async () => {
  const reader = (chat_id: number) => ({ chat_id, language: 'ru' as const, is_private: true })
  const [one, two] = [await notifyReader('ru'), await notifyReader('ru')]
  const said = ({ listing_id, id }: typeof one) =>
    everyMessage.order_reminder(setup.ctx, { listing_id }, reader(id))
  expect((await said(one))?.text).toContain('Напоминаем')
  await placeRows(setup.owner, 'listings', { id: one.listing_id }, { status: 'in_progress' })
  expect(await said(one)).toBeNull()
  await two.pressButton('Не подходит')
  await two.pressButton('Этот автор')
  expect(await said(two)).toBeNull()
})
