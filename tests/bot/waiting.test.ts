import { beforeAll, describe, expect, test } from 'vitest'
import { operatorsView } from '#services/operations/figures/figures.ts'
import { remindAuthors } from '#services/responses/author-message/schedule.ts'
import { openMarket } from './author-scenes.ts'
import { buttons } from './moderators-chat.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket()
  return market.close
})

const hour = 3_600_000
const textsByLanguage = {
  ru: {
    waits: 'Ждут ответа 24 часа: 2 отклика',
    keys: ['1', '2', 'Отклонить всех', 'Закрыть заказ', 'Все 2 отклика'],
    sure: 'Отклонить всех, кто здесь ждёт?',
    yes: 'Да, отклонить',
    all: 'Ответили всем.',
    second: 'В коротком списке',
    card: '1 из 2. Заказ «Сайт для кофейни»',
    other: '2 из 2. Заказ',
    shortlist: 'В короткий список',
    list: 'К списку',
    one: 'Решили 1 из 2. Остальные ждут ответа.',
    close: 'Закрыть заказ?',
    closeSure: 'Да, закрыть',
    closed: 'Заказ закрыт. Ответ получили 2 человека.',
    news: 'На «Сайт для кофейни» исполнителя больше не ищут: заказчик закрыл объявление.',
    again: 'Открыть снова',
    third: 'Ждут ответа третий день: 2 отклика',
    below: 'Новое напоминание ниже.',
  },
  en: {
    waits: 'Waiting for 24 hours: 2 responses',
    keys: ['1', '2', 'Decline all', 'Close the order', 'All 2 responses'],
    sure: 'Decline everyone waiting here?',
    yes: 'Yes, decline',
    all: 'Everyone has an answer.',
    second: 'Shortlisted',
    card: '1 of 2. The order “Сайт для кофейни”',
    other: '2 of 2. The order',
    shortlist: 'Shortlist',
    list: 'To the list',
    one: '1 of 2 decided. The rest are waiting for an answer.',
    close: 'Close the order?',
    closeSure: 'Yes, close',
    closed: 'The order is closed. 2 people have an answer.',
    news: '“Сайт для кофейни” is closed: the client is no longer looking for anyone.',
    again: 'Open again',
    third: 'Waiting for three days: 2 responses',
    below: 'There is a newer reminder below.',
  },
}

/** Creates an order with two responses. The bot reminds the author of the responses on the next day. */
async function createReminded(language: 'ru' | 'en') {
  const { client, freelancer, orderOf, respond } = market
  const { ctx } = market.setup
  const [anna, boris, vera] = [
    await client(language),
    await freelancer('Борис', language),
    await freelancer('Вера', language),
  ]
  const expires_at = new Date(Date.now() + 10 * 24 * hour).toISOString()
  const order = await orderOf(anna, { expires_at })
  const ids = [await respond(boris, order), await respond(vera, order)]
  const contextAfter = (ms: number) => ({ ...ctx, now: () => new Date(Date.now() + ms) })
  // A response that arrived today causes no reminder. A response causes one reminder after a day.
  expect(await remindAuthors(contextAfter(23 * hour))).toBe(0)
  expect(await remindAuthors(contextAfter(25 * hour))).toBe(1)
  expect(await remindAuthors(contextAfter(26 * hour))).toBe(0)
  await sendToday()
  const reminderMessage = await anna.waitForMessage(textsByLanguage[language].waits)
  /** Reminds the author on the fourth day about responses that are still unanswered. */
  const remindAgain = async () => {
    expect(await remindAuthors(contextAfter(73 * hour))).toBe(1)
    await sendToday()
  }
  const reminders = async () =>
    (await anna.readMessages()).filter(({ text = '' }) => /^(Жд[ёу]т ответа|Waiting for)/.test(text))
  return { anna, boris, vera, order, ids, contextAfter, letter: reminderMessage, remindAgain, reminders }
}

/** Makes waiting reminders due now and sends them. */
async function sendToday() {
  await market.setup.ctx.db
    .updateTable('deliveries')
    .set({ next_at: new Date().toISOString() })
    .where('kind', '=', 'responses_waiting')
    .where('state', '=', 'pending')
    .execute()
}

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const texts = textsByLanguage[language]

  test('one is shortlisted, the order is closed for the other, and everybody is told', async () => {
    const { anna, vera, order, ids, letter } = await createReminded(language)
    expect(buttons(letter)?.slice(0, 5)).toEqual(texts.keys)
    const readSeenAt = async (id = 0) => (await market.response(id)).seen_at
    expect([await readSeenAt(ids[0]), await readSeenAt(ids[1])]).toEqual([null, null])
    await anna.pressButton(letter, '1')
    const card = await anna.waitForText(letter, texts.card)
    await anna.pressButton(card, texts.shortlist)
    const listMessage = await anna.waitForText(letter, texts.second)
    await anna.pressButton(listMessage, texts.list)
    const list = await anna.waitForText(letter, texts.one)
    expect([await readSeenAt(ids[0]), await readSeenAt(ids[1])]).toEqual([expect.any(String), null])
    await anna.pressButton(list, texts.keys[3])
    await anna.pressButton(await anna.waitForText(letter, texts.close), texts.closeSure)
    const closedLetter = await anna.waitForText(letter, texts.closed)
    expect(await market.response(ids[1] ?? 0)).toMatchObject({ end_reason: 'listing_closed' })
    await vera.waitForMessage(texts.news)
    expect((await operatorsView(market.setup.ctx)).open_loops).toBe(0)
    await anna.pressButton(closedLetter, texts.again)
    await anna.waitForText(letter, texts.waits)
    const { status } = await market.setup.ctx.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    expect(status).toBe('published')
    expect(await market.response(ids[1] ?? 0)).toMatchObject({ status: 'no_show', end_reason: null })
  }, 180_000)

  test('all are declined after a question; three days later there is nobody to be reminded of', async () => {
    const { anna, ids, letter, contextAfter } = await createReminded(language)
    await anna.pressButton(letter, texts.keys[2])
    const closeQuestion = await anna.waitForText(letter, texts.sure)
    expect((await market.response(ids[0] ?? 0)).status).toBe('no_show')
    await anna.pressButton(closeQuestion, texts.yes)
    await anna.waitForText(letter, texts.all)
    for (const id of ids) expect(await market.response(id)).toMatchObject({ end_reason: 'author_declined' })
    await remindAuthors(contextAfter(73 * hour))
    const reminders = market.setup.ctx.db.selectFrom('deliveries').select('id').where('user_id', '=', anna.id)
    expect(await reminders.where('kind', '=', 'responses_waiting').execute()).toHaveLength(1)
  }, 180_000)

  test('the second reminder takes the place of the first, and is one message from then on', async () => {
    const { anna, ids, letter, remindAgain, reminders } = await createReminded(language)
    await anna.pressButton(letter, '1')
    await anna.waitForText(letter, texts.card)
    await remindAgain()
    const thirdLetter = await anna.waitForText(letter, texts.third)
    expect(buttons(thirdLetter)?.slice(0, 5)).toEqual(texts.keys)
    expect(await reminders()).toHaveLength(1)
    // Changes in the app and button presses redraw the bot's message with the current state of the responses.
    await anna.call('POST /api/responses/:id/shortlist', { params: { id: ids[0] ?? 0 } })
    const listMessage = await anna.waitForText(letter, texts.second)
    expect(listMessage.text).toContain(texts.third)
    await anna.pressButton(listMessage, '2')
    await anna.pressButton(await anna.waitForText(letter, texts.other), texts.list)
    expect((await anna.waitForText(letter, texts.one)).text).toContain(texts.third)
  }, 180_000)

  test('what stands no longer at the end of the chat is said anew, and gives its buttons up', async () => {
    const { anna, letter, remindAgain, reminders } = await createReminded(language)
    await anna.sendMessage({ text: '/help' })
    await remindAgain()
    const newLetter = await anna.waitForMessage(texts.third)
    expect(newLetter.message_id).toBeGreaterThan(letter.message_id)
    const movedReminder = await anna.waitForText(letter, texts.below)
    expect(buttons(movedReminder)?.[0]).toBe(texts.keys[4])
    expect(buttons(movedReminder)).not.toContain(texts.keys[3])
    expect(buttons(newLetter)?.slice(0, 5)).toEqual(texts.keys)
    expect(await reminders()).toHaveLength(2)
  }, 180_000)
})

test('another message of the sender stands below the first reminder', async () => {
  const { letter, anna, remindAgain } = await createReminded('ru')
  const greta = await market.freelancer('Грета', 'ru')
  const id = await market.respond(greta, await market.orderOf(anna))
  await anna.waitForMessage('Грета')
  await anna.call('POST /api/responses/:id/shortlist', { params: { id } })
  await remindAgain()
  expect((await anna.waitForMessage(textsByLanguage.ru.third)).message_id).toBeGreaterThan(letter.message_id)
}, 180_000)

test('a reminder that its reader has deleted is said anew', async () => {
  const { letter, anna, remindAgain } = await createReminded('ru')
  await market.setup.bot.api.deleteMessage(anna.telegram_id, letter.message_id)
  await remindAgain()
  const newLetter = await anna.waitForMessage(textsByLanguage.ru.third)
  expect(newLetter.message_id).toBeGreaterThan(letter.message_id)
  await anna.pressButton(newLetter, '1')
  await anna.waitForText(newLetter, textsByLanguage.ru.card)
}, 180_000)

test('the reminder of another order takes no buttons from this one', async () => {
  const { anna, boris, letter, contextAfter } = await createReminded('ru')
  const expires_at = new Date(Date.now() + 10 * 24 * hour).toISOString()
  const otherOrder = await market.orderOf(anna, { title: 'Афиша концерта', expires_at })
  await market.respond(boris, otherOrder)
  expect(await remindAuthors(contextAfter(49 * hour))).toBe(1)
  await sendToday()
  const otherLetter = await anna.waitForMessage('Афиша концерта')
  expect(otherLetter.message_id).toBeGreaterThan(letter.message_id)
  await anna.pressButton(letter, '1')
  await anna.waitForText(letter, textsByLanguage.ru.card)
}, 180_000)
