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

const textsByLanguage = {
  ru: {
    open: [['Откликнуться'], ['Не подходит ›', 'Позже'], ['Открыть заказ'], ['Не присылать новые заказы']],
    why: 'Почему вам: ваша категория',
    not: 'Не подходит',
    ask: 'Что не так? Учтём со следующего заказа.',
    reasons: [
      ['Не моя категория', 'Мало платят'],
      ['Срок', 'Этот заказчик'],
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
    open: [['Respond'], ['Not for me ›', 'Later'], ['Open the order'], ['Mute new orders']],
    why: 'Why you: your category',
    not: 'Not for me',
    ask: 'What’s wrong with it? We’ll take it into account from the next order on.',
    reasons: [
      ['Not my category', 'Pays too little'],
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
  const texts = textsByLanguage[language]

  test('says what it is, until when and why it came; respond is the blue key', async () => {
    const { readOrderMessage } = await notifyReader(language)
    const { text, keys, rows } = await readOrderMessage()
    expect(text).toContain('Вывеска <b>')
    expect(text).toContain('Нужна вывеска на фасад')
    expect(text).toContain(texts.why)
    expect(keys).toEqual(texts.open)
    expect(rows?.[0]?.[0]).toMatchObject({ style: 'primary' })
  })

  test('not for me asks why, keeps it, shows it once on the message, and takes it back', async () => {
    const { pressButton, user_id, readOrderMessage } = await notifyReader(language)
    const messageBefore = await readOrderMessage()
    const reasonMessage = await pressButton(texts.not)
    expect([reasonMessage.text?.endsWith(texts.ask), reasonMessage.keys]).toEqual([true, texts.reasons])
    expect(await pressButton(texts.back)).toEqual(messageBefore)
    await pressButton(texts.not)
    const hiddenMessage = await pressButton(texts.little)
    expect(hiddenMessage.text).toBe(`Вывеска <b> ${texts.done}`)
    expect(hiddenMessage.keys).toEqual([[texts.undo, texts.settings]])
    const readMarks = () =>
      setup.ctx.db
        .selectFrom('not_for_me')
        .select(['reason', 'below'])
        .where('user_id', '=', user_id)
        .execute()
    expect(await readMarks()).toEqual([{ reason: 'price', below: 250_000 }])
    expect(await pressButton(texts.undo)).toEqual(messageBefore)
    expect(await readMarks()).toEqual([])
  })

  test('what was turned down stands in the settings and is taken back there', async () => {
    const { pressButton, id, user_id, readMessages } = await notifyReader(language)
    await pressButton(texts.not)
    await pressButton(texts.little)
    await pressButton(texts.settings)
    const menu = await eventually(async () =>
      (await readMessages()).find(({ keys }) => keys?.[0]?.[0] === texts.line),
    )
    await setup.telegram.post(`/users/${id}/tap`, { message_id: menu.message_id, text: '✕' })
    const hiddenRows = await setup.ctx.db.selectFrom('not_for_me').where('user_id', '=', user_id).execute()
    expect(hiddenRows).toEqual([])
  })

  test('later says when, may be put off to the morning, and called off', async () => {
    const { pressButton, user_id, readOrderMessage } = await notifyReader(language)
    const messageBefore = await readOrderMessage()
    const laterMessage = await pressButton(texts.later)
    expect(laterMessage.text).toMatch(texts.remind)
    expect(laterMessage.keys?.flat()).toContain(texts.off)
    if (laterMessage.keys?.flat().includes(texts.tomorrow))
      expect((await pressButton(texts.tomorrow)).text).toMatch(texts.at10)
    expect(await pressButton(texts.off)).toEqual(messageBefore)
    const reminderQuery = setup.ctx.db
      .selectFrom('deliveries')
      .select('state')
      .where('kind', '=', 'order_reminder')
    expect(await reminderQuery.where('user_id', '=', user_id).execute()).toEqual([{ state: 'failed' }])
  })

  test('the reminder comes once and cannot be put off again', async () => {
    const { pressButton, user_id, readMessages } = await notifyReader(language)
    await pressButton(texts.later)
    const makeRemindersDue = () =>
      setup.ctx.db
        .updateTable('deliveries')
        .set({ next_at: new Date().toISOString() })
        .where('user_id', '=', user_id)
        .where('kind', '=', 'order_reminder')
        .execute()
    await makeRemindersDue()
    const reminder = await eventually(async () =>
      (await readMessages()).find(({ text }) => text.startsWith(texts.reminder)),
    )
    expect(reminder.keys?.flat()).not.toContain(texts.later)
    // An outdated button of the first message changes nothing. The bot redraws the message with the order's current
    // state.
    const switchedOffMessage = await pressButton(texts.off)
    expect(switchedOffMessage.text).not.toMatch(texts.remind)
    expect(switchedOffMessage.keys?.flat()).not.toContain(texts.later)
  })

  test('an order that closed meanwhile is told so', async () => {
    const { pressButton, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'archived' })
    expect(await pressButton(texts.not)).toMatchObject({ text: texts.missing, keys: [[texts.more]] })
  })

  test('an order that somebody works on is named and closed', async () => {
    const { pressButton, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'in_progress' })
    expect((await pressButton(texts.not)).text).toBe(texts.closed)
  })

  test('to whom its author has blocked an order is not there, on the message and in the reminder', async () => {
    const { pressButton, user_id, listing_id, id } = await notifyReader(language)
    const blockPair = { user_id: setup.author, blocked_id: user_id }
    await setup.ctx.db.insertInto('user_blocks').values(blockPair).execute()
    const reader = { chat_id: id, language, is_private: true }
    const payload = { listing_id, why: 'category' } as const
    for (const kind of ['new_order', 'order_reminder'] as const)
      expect(await everyMessage[kind].compose(setup.ctx, payload, reader)).toBeNull()
    expect((await pressButton(texts.later)).text).toBe(texts.missing)
    const { rows } =
      await sql`select from deliveries where kind = 'order_reminder' and user_id = ${user_id}`.execute(
        setup.ctx.db,
      )
    expect(rows).toEqual([])
  })

  test('nobody puts off or turns down the own order', async () => {
    const { tapButton, message_id, user_id, listing_id } = await notifyReader(language)
    await placeRows(setup.owner, 'listings', { id: listing_id }, { author_id: user_id })
    const { answer } = await tapButton(texts.later, message_id)
    expect(answer).toMatchObject({ text: errorText(language, 'own_listing'), show_alert: true })
  })
})

test('the response of somebody else changes nothing in it', async () => {
  const [reader, otherReader] = [await notifyReader('ru'), await notifyReader('ru')]
  const messageBefore = await reader.readOrderMessage()
  const app = await otherReader.openApp()
  const response = { project_id: reader.listing_id, response_text: 'Сделаю за неделю', price: 2000 }
  await app.call('POST /api/projects/add_resp', { body: { ...response, file_ids: [] } })
  await reader.pressButton('Не подходит')
  expect(await reader.pressButton('Назад')).toEqual(messageBefore)
})

test('the number of somebody else’s message says nothing of the own one', async () => {
  const [reader, otherReader] = [await notifyReader('ru'), await notifyReader('ru')]
  const { message_id } = reader
  const sent = setup.ctx.db.updateTable('deliveries').set({ kind: 'hot_order', message_id })
  await sent.where('user_id', '=', otherReader.user_id).where('kind', '=', 'new_order').execute()
  // The rows of old messages are deleted.
  await setup.ctx.db.deleteFrom('deliveries').where('user_id', '=', reader.user_id).execute()
  await reader.pressButton('Не подходит')
  const { keys } = await reader.pressButton('Назад')
  expect(keys?.at(-1)).toEqual(['Не присылать новые заказы'])
})

test('a reminder of an order that closed or was turned down is not sent', async () => {
  const reader = (chat_id: number) => ({ chat_id, language: 'ru' as const, is_private: true })
  const [firstReader, secondReader] = [await notifyReader('ru'), await notifyReader('ru')]
  const composeFor = ({ listing_id, id }: typeof firstReader) =>
    everyMessage.order_reminder.compose(setup.ctx, { listing_id }, reader(id))
  expect((await composeFor(firstReader))?.text).toContain('Напоминаем')
  await placeRows(setup.owner, 'listings', { id: firstReader.listing_id }, { status: 'in_progress' })
  expect(await composeFor(firstReader)).toBeNull()
  await secondReader.pressButton('Не подходит')
  await secondReader.pressButton('Этот заказчик')
  expect(await composeFor(secondReader)).toBeNull()
})

test('no edit is sent that changes nothing, whoever drew the message last', async () => {
  const { user_id, listing_id, message_id, pressButton, countEdits } = await notifyReader('ru')
  const redraw = () =>
    setup.deliver({
      to: { user_id },
      kind: 'order_drawn',
      payload: { user_id, listing_id, message_id },
    })
  await redraw()
  expect(await countEdits()).toBe(0)
  await pressButton('Не подходит')
  expect(await countEdits()).toBe(1)
  // The press has asked for a reason. The worker draws the message without the question, and then not again.
  await redraw()
  await redraw()
  expect(await countEdits()).toBe(2)
  await placeRows(setup.owner, 'listings', { id: listing_id }, { status: 'in_progress' })
  await redraw()
  await redraw()
  expect(await countEdits()).toBe(3)
})
