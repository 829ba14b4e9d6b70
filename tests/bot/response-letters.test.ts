import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { errorText } from '#services/core/text/i18n.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openMarket } from './author-scenes.ts'
import { buttons } from './moderators-chat.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket()
  return market.close
})

const textsByLanguage = {
  ru: {
    heading: 'Новый отклик на заказ «Сайт для кофейни»',
    keys: ['В короткий список', 'Написать', 'Отклонить', 'Посмотреть отклик'],
    listed: 'В коротком списке. Исполнителю придёт сообщение.',
    listedKeys: ['Выбрать исполнителем', 'Написать', 'Отклонить', 'Посмотреть отклик'],
    shortlistNews: 'в коротком списке',
    why: 'Почему отклоняете? Причину увидит исполнитель.',
    reasons: ['Дорого', 'Не тот опыт', 'Мало сказано', 'Не тот срок', 'Спам', 'Без причины', 'Назад'],
    soon: 'Отклонён: не тот опыт. Ответ уйдёт через 5 секунд.',
    told: 'Отклонён: не тот опыт. Исполнитель получит ответ.',
    news: 'Заказчик отклонил ваш отклик на «Сайт для кофейни».\nПричина: не тот опыт',
    late: 'Уже поздно: ответ ушёл',
    changed: 'С откликом уже что-то произошло, посмотрите в сообщении',
    declined: 'Отклонён. ',
    several: ['2 новых отклика на заказ «Сайт для кофейни»', '3 новых отклика на заказ «Сайт для кофейни»'],
    answered: 'Решили 1 из 3. Остальные ждут ответа.',
    second: '2 из 3. Заказ «Сайт для кофейни»',
    third: '3 из 3. Заказ «Сайт для кофейни»',
    oneKeys: ['В короткий список', 'Написать', 'Отклонить', 'К списку', 'Следующий'],
    withdrawn: 'Отклик отозван.',
    passed: 'Выбрали другого исполнителя.',
    passedNews: 'На «Сайт для кофейни» выбрали другого исполнителя.',
    room: 'Оно попадёт в чат, его получит Борис.',
    sent: 'Отправили в чат: Борис.',
    chat: 'Открыть чат',
  },
  en: {
    heading: 'New response to the order “Сайт для кофейни”',
    keys: ['Shortlist', 'Message', 'Decline', 'See the response'],
    listed: 'Shortlisted. The freelancer gets a message.',
    listedKeys: ['Choose', 'Message', 'Decline', 'See the response'],
    shortlistNews: 'is shortlisted',
    why: 'Why decline? The freelancer will see the reason.',
    reasons: [
      'Too expensive',
      'Wrong experience',
      'Says too little',
      'Wrong timing',
      'Spam',
      'No reason',
      'Back',
    ],
    soon: 'Declined: wrong experience. The answer goes out in 5 seconds.',
    told: 'Declined: wrong experience. The freelancer gets the answer.',
    news: 'The client declined your response to “Сайт для кофейни”.\nReason: wrong experience',
    late: 'Too late: the answer is on its way',
    changed: 'Something has changed, see the message',
    declined: 'Declined. ',
    several: [
      '2 new responses to the order “Сайт для кофейни”',
      '3 new responses to the order “Сайт для кофейни”',
    ],
    answered: '1 of 3 decided. The rest are waiting for an answer.',
    second: '2 of 3. The order “Сайт для кофейни”',
    third: '3 of 3. The order “Сайт для кофейни”',
    oneKeys: ['Shortlist', 'Message', 'Decline', 'To the list', 'Next'],
    withdrawn: 'The response was withdrawn.',
    passed: 'Someone else was chosen.',
    passedNews: 'Someone else was chosen for “Сайт для кофейни”.',
    room: 'It goes to the chat with Борис.',
    sent: 'Sent to the chat: Борис.',
    chat: 'Open the chat',
  },
} satisfies Record<Language, Record<string, string | string[]>>

/** Creates a response and returns the bot's message to the order's author. */
async function createAnswered(language: Language) {
  const { client, freelancer, orderOf, respond } = market
  const [anna, boris] = [await client(language), await freelancer('Борис', language)]
  const order = await orderOf(anna)
  const id = await respond(boris, order)
  const authorMessage = await anna.waitForMessage(textsByLanguage[language].heading)
  return { anna, boris, order, id, letter: authorMessage }
}

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const texts = textsByLanguage[language]

  test('a message brings the whole response; shortlisting it is done there and told once', async () => {
    const { anna, boris, id, letter } = await createAnswered(language)
    const price = language === 'ru' ? '20 000 ₽' : '₽20,000'
    expect(letter.text).toContain(price)
    expect(letter.text).toContain('Сделаю за неделю, вот три похожие работы.')
    expect(buttons(letter)).toEqual(texts.keys)
    await anna.pressButton(letter, texts.keys[0])
    const listMessage = await anna.waitForText(letter, texts.listed)
    expect(buttons(listMessage)?.slice(0, 4)).toEqual(texts.listedKeys)
    const row = await market.response(id)
    expect(row).toMatchObject({ status: 'shortlisted' })
    expect(row.seen_at).not.toBeNull()
    await boris.waitForMessage(texts.shortlistNews)
    await anna.pressButton(listMessage, texts.listedKeys[2])
    expect(await anna.waitForText(letter, texts.why)).toBeTruthy()
    expect(
      (await boris.readMessages()).filter(({ text }) => text?.includes(texts.shortlistNews)),
    ).toHaveLength(1)
    expect((await anna.readMessages()).filter(({ text }) => text?.startsWith(texts.heading))).toHaveLength(1)
  })

  test('a refusal has a reason, is taken back for five seconds, and is then told', async () => {
    const { anna, boris, id, letter } = await createAnswered(language)
    await anna.pressButton(letter, texts.keys[2])
    const reasonQuestion = await anna.waitForText(letter, texts.why)
    expect(buttons(reasonQuestion)?.slice(0, 7)).toEqual(texts.reasons)
    expect((await market.response(id)).status).toBe('shown')
    await anna.pressButton(reasonQuestion, texts.reasons[1])
    const declinedLetter = await anna.waitForText(letter, texts.soon)
    const undoLabel = language === 'ru' ? 'Вернуть' : 'Undo'
    expect(buttons(declinedLetter)?.[0]).toBe(undoLabel)
    await anna.pressButton(declinedLetter, undoLabel)
    const redrawnMessage = await anna.waitForFirstButton(letter, texts.keys[0])
    expect(buttons(redrawnMessage)).toEqual(texts.keys)
    expect(await market.response(id)).toMatchObject({
      status: 'shown',
      end_reason: null,
      decline_reason: null,
    })

    await anna.pressButton(redrawnMessage, texts.keys[2])
    const latePress = await anna.pressButton(await anna.waitForText(letter, texts.why), texts.reasons[1])
    expect(latePress.answer?.show_alert ?? false).toBe(false)
    const messageWithReason = await anna.waitForText(letter, texts.told)
    expect(buttons(messageWithReason)).not.toContain(undoLabel)
    await boris.waitForMessage(texts.news)
    expect(await market.response(id)).toMatchObject({
      ...{ status: 'declined', end_reason: 'author_declined', decline_reason: 'experience' },
    })
    expect((await boris.readMessages()).filter(({ text }) => text?.includes(texts.news))).toHaveLength(1)
    const responseOfBoris = await boris.call('GET /api/responses/:id', { params: { id } })
    expect(responseOfBoris.decline_reason).toBe('experience')
  }, 120_000)

  test('more responses join the message, which is edited in place and opens each by its number', async () => {
    const { anna, boris, order, letter } = await createAnswered(language)
    const { freelancer, respond } = market
    const [vera, gleb] = [await freelancer('Вера'), await freelancer('Глеб')]
    await respond(vera, order, { response_text: 'Второй ответ, смотрите портфолио.' })
    await anna.waitForText(letter, texts.several[0])
    const thirdResponse = await respond(gleb, order, { response_text: 'Третий ответ, начну завтра.' })
    const list = await anna.waitForText(letter, texts.several[1])
    expect(list.text).toMatch(/1\. Борис, .*\n.*\n\n2\. Вера, .*\n.*\n\n3\. Глеб, /)
    expect(buttons(list)?.slice(0, 3)).toEqual(['1', '2', '3'])
    expect((await market.response(thirdResponse)).seen_at).toBeNull()

    await anna.pressButton(list, '2')
    const second = await anna.waitForText(letter, texts.second)
    expect(second.text).toContain('Второй ответ, смотрите портфолио.')
    expect(buttons(second)?.slice(0, 5)).toEqual(texts.oneKeys)
    await anna.pressButton(second, texts.oneKeys[4])
    const lastLetter = await anna.waitForText(letter, texts.third)
    expect((await market.response(thirdResponse)).status).toBe('shown')
    await anna.pressButton(lastLetter, texts.oneKeys[0])
    const listMessage = await anna.waitForText(letter, texts.listed)
    await anna.pressButton(listMessage, texts.oneKeys[3])
    await anna.waitForText(letter, texts.answered)
    expect((await anna.readMessages()).filter(({ text }) => text?.includes('Сайт для кофейни'))).toHaveLength(
      1,
    )
    expect((await boris.readMessages()).length).toBeGreaterThan(0)
  }, 120_000)

  test('what is written after Write lands in the room of the two, once', async () => {
    const { anna, boris, id, order, letter } = await createAnswered(language)
    await anna.pressButton(letter, texts.keys[1])
    await anna.waitForMessage(texts.room)
    const { db } = market.setup.ctx
    const rooms = db.selectFrom('chat_rooms').select('id').where('listing_id', '=', order)
    expect((await market.response(id)).status).toBe('shown')
    expect(await rooms.execute()).toEqual([])
    const text = 'Покажите, что делали для кафе?'
    const sentReply = await anna.sendMessage({ text: text })
    expect(sentReply.text).toBe(texts.sent)
    expect(buttons(sentReply)).toEqual([texts.chat])
    await boris.waitForMessage(text)
    const [room] = await rooms.execute()
    const readRoom = async () => {
      const query = db.selectFrom('chat_messages').select(['sender_id', 'content']).orderBy('id')
      return query.where('room_id', '=', room?.id ?? 0).execute()
    }
    expect(await readRoom()).toEqual([{ sender_id: anna.id, content: text }])
    // The author replies to the bot's message "Sent to the chat". The bot sends this reply to the same chat.
    await anna.sendMessage({ text: 'И сроки?', reply_to_message_id: sentReply.message_id })
    expect((await readRoom()).map(({ content }) => content)).toEqual([text, 'И сроки?'])
  })

  test('what was done in the app meanwhile is true in the message, and nothing happens twice', async () => {
    const { anna, boris, id, letter } = await createAnswered(language)
    const params = { id }
    // After a change in the app, the workers redraw the bot's message without any button press.
    await anna.call('POST /api/responses/:id/shortlist', { params })
    const listMessage = await anna.waitForText(letter, texts.listed)
    await boris.waitForMessage(texts.shortlistNews)
    await anna.pressButton(listMessage, texts.listedKeys[2])
    const reasonQuestion = await anna.waitForText(letter, texts.why)
    const [, pressResult] = await Promise.all([
      anna.call('POST /api/responses/:id/decline', { params }),
      anna.pressButton(reasonQuestion, texts.reasons[5]),
    ])
    expect(pressResult.answer?.show_alert ?? false).toBe(false)
    await anna.waitForText(letter, texts.declined)
    const { db } = market.setup.ctx
    const declinedEvents = await db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', 'response.declined')
      .execute()
    expect(declinedEvents.filter(({ payload }) => payload.response_id === id)).toHaveLength(1)
  }, 120_000)

  test('a response that was taken back leaves the message by itself, and a stale button refuses', async () => {
    const { anna, boris, id, letter } = await createAnswered(language)
    await boris.call('POST /api/responses/:id/withdraw', { params: { id } })
    const currentMessage = await anna.waitForText(letter, texts.withdrawn)
    expect(currentMessage.text).not.toContain('Сделаю за неделю')
    expect(buttons(currentMessage)).not.toContain(texts.keys[0])
    const { answer } = await market.pressForged(anna, `v1:resp:shortlist:${id}`)
    expect(answer).toEqual({ text: texts.changed, show_alert: true })
    expect((await market.response(id)).status).toBe('withdrawn')
  })

  test('responses that were passed over lose their buttons in the message by themselves', async () => {
    const { anna, boris, order, letter } = await createAnswered(language)
    const vera = await market.freelancer('Вера', language)
    const otherResponse = await market.respond(vera, order)
    const list = await anna.waitForText(letter, texts.several[0])
    await anna.pressButton(list, '1')
    await anna.waitForFirstButton(letter, texts.keys[0])
    const params = { id: order }
    await anna.call('POST /api/projects/assign_executor/:id', {
      params,
      query: { response_id: otherResponse },
    })
    const passedMessage = await anna.waitForText(letter, texts.passed)
    expect(buttons(passedMessage)).not.toContain(texts.keys[0])
    await boris.waitForMessage(texts.passedNews)
  })
})

test('buttons of others, of the blocked and of the forged do nothing', async () => {
  const { setup, pressForged } = market
  const { anna, boris, id, letter } = await createAnswered('ru')
  const { answer } = await pressForged(boris, `v1:resp:shortlist:${id}`)
  expect(answer).toEqual({ text: errorText('ru', 'not_found'), show_alert: true })
  await setup.ctx.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', anna.id).execute()
  const refusedPress = await anna.pressButton(letter, 'В короткий список')
  expect(refusedPress.answer).toEqual({ text: errorText('ru', 'blocked'), show_alert: true })
  expect((await market.response(id)).status).toBe('no_show')
})

test('a message that its reader has deleted is sent anew when another response comes', async () => {
  const { freelancer, respond, setup } = market
  const { anna, order, letter } = await createAnswered('ru')
  await setup.bot.api.deleteMessage(anna.telegram_id, letter.message_id)
  const vera = await freelancer('Вера')
  await respond(vera, order)
  const newLetter = await eventually(async () =>
    (await anna.readMessages()).find(
      ({ message_id, text }) => message_id > letter.message_id && text?.includes('Вера'),
    ),
  )
  expect(newLetter.text).toContain('Новый отклик на заказ «Сайт для кофейни»')
})

test('the price stands in the currency of the order too, beside rating, link, files and place', async () => {
  const { client, freelancer, orderOf, respond, setup } = market
  const [anna, boris] = [await client(), await freelancer()]
  const { db } = setup.ctx
  const rates = db.updateTable('currencies').set({ rate_to_base: '130', rate_date: '2100-01-01' })
  await rates.where('code', '=', 'TON').execute()
  const roubles = db.updateTable('currencies').set({ rate_date: '2100-01-01' }).where('code', '=', 'RUB')
  await roubles.execute()
  const ton = await db
    .selectFrom('currencies')
    .select('id')
    .where('code', '=', 'TON')
    .executeTakeFirstOrThrow()
  const ratingColumns = { rating: '4.7', rating_count: 12, completed_count: 58 }
  await db.updateTable('users').set(ratingColumns).where('id', '=', boris.id).execute()
  const order = await orderOf(anna, { currency_id: ton.id, title: 'Мини‑приложение' })
  const link = 'https://www.behance.net/kravtsov-ui/'
  await respond(boris, order, { price: 52_000, currency: 'RUB', materials_link: link })
  const { text } = await anna.waitForMessage('Мини‑приложение')
  expect(text).toContain('Борис, 4,7 ★, 58 заказов\n52 000 ₽ ≈ 400 TON\n1-е место из 1')
  expect(text).toContain('Портфолио: behance.net/kravtsov-ui')
})
