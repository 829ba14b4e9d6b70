import { beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#services/core/text/i18n.ts'
import { dealTexts, openDeals } from './deal-scenes.ts'
import { buttons } from './moderators-chat.ts'

/** The steps of a deal in the bot, for both sides. */

let deals: Awaited<ReturnType<typeof openDeals>>
beforeAll(async () => {
  deals = await openDeals()
  return deals.market.close
})

describe.each(['ru', 'en'] as const)('%s', (language) => {
  const texts = dealTexts[language]

  test('a deal from the choice to both reviews goes wholly through the bot', async () => {
    const scene = await deals.openAssigned(language)
    const { anna, boris, order, chosenMessage } = scene
    const { telegram } = deals.market.setup
    expect(buttons(chosenMessage)?.[0]).toBe(texts.handIn)

    await boris.pressButton(chosenMessage, texts.handIn)
    const prompt = await boris.waitForMessage(texts.askWork)
    expect((await boris.pressButton(prompt, texts.done)).answer).toEqual({
      text: texts.empty,
      show_alert: true,
    })
    const link = 'https://www.figma.com/file/1'
    for (const text of ['14 экранов', link, 'и прототип'])
      await telegram.post(`/users/${boris.telegram_id}/send`, { text })
    const filledPrompt = await boris.waitForText(prompt, 'и прототип')
    expect(filledPrompt.text).toContain(link)
    await boris.pressButton(filledPrompt, texts.done)
    const handInMessage = await anna.waitForMessage(texts.received)
    expect(handInMessage.text).toContain('14 экранов')
    expect(handInMessage.text).toContain(link)
    expect(buttons(handInMessage)?.slice(0, 4)).toEqual(texts.keys)
    expect(await deals.readSteps(order)).toEqual([
      { kind: 'hand_in', step_text: '14 экранов\nи прототип', link },
    ])
    const handedInMessage = await boris.waitForText(chosenMessage, texts.handedIn)
    await boris.pressButton(handedInMessage, texts.remind)
    await anna.waitForMessage(texts.waits)
    expect(buttons(await boris.waitForText(chosenMessage, texts.reminded))).not.toContain(texts.remind)

    await anna.pressButton(handInMessage, texts.keys[1])
    await anna.waitForMessage(texts.askRemark)
    expect((await anna.sendMessage({ text: 'Нет экрана «закрыто»' })).text).toBe(texts.returned)
    await anna.waitForText(handInMessage, texts.returned)
    const returnNotice = await boris.waitForMessage(texts.returnedNews)
    expect(returnNotice.text).toContain('Нет экрана «закрыто»')
    await boris.waitForText(chosenMessage, '')

    await boris.pressButton(returnNotice, texts.handIn)
    await telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Теперь есть' })
    const secondPrompt = await boris.waitForText(await boris.waitForMessage('Теперь есть'), '')
    await boris.pressButton(secondPrompt, texts.done)
    const second = await anna.waitForMessage('Теперь есть')
    await anna.waitForText(handInMessage, texts.newer)

    expect((await anna.pressButton(second, texts.keys[0])).answer?.show_alert ?? false).toBe(false)
    const acceptedMessage = await anna.waitForText(second, texts.accepted)
    expect(await deals.listing(order)).toMatchObject({ status: 'completed' })
    // The executor learns of the acceptance from the newest message, which is edited. No second message comes.
    const completionNotice = await boris.waitForText(returnNotice, texts.thanks)

    await anna.pressButton(acceptedMessage, texts.review)
    const ratingPrompt = await anna.waitForText(second, texts.rate[0])
    expect(buttons(ratingPrompt)?.slice(0, 5)).toEqual(['1 ★', '2 ★', '3 ★', '4 ★', '5 ★'])
    await anna.pressButton(await anna.waitForText(second, texts.axesOfWork[0]), '5 ★')
    await anna.pressButton(await anna.waitForText(second, texts.axesOfWork[1]), '3 ★')
    await anna.pressButton(await anna.waitForText(second, texts.axesOfWork[2]), '4 ★')
    await anna.waitForMessage(texts.askWords)
    expect(await deals.reviews(order)).toEqual([])
    expect((await anna.sendMessage({ text: 'Сделано раньше срока' })).text).toBe(texts.sent)
    const ownReview = await anna.waitForText(second, texts.own)
    expect(ownReview.text).toContain('Сделано раньше срока')
    expect(ownReview.text).toContain(texts.opens)
    expect(buttons(ownReview)).not.toContain(texts.review)

    await boris.pressButton(completionNotice, texts.review)
    await boris.waitForText(completionNotice, texts.rate[1])
    for (const axis of texts.axesOfClient)
      await boris.pressButton(await boris.waitForText(completionNotice, axis), '4 ★')
    const refusal = await boris.waitForMessage(texts.askWords)
    await boris.pressButton(refusal, texts.without)
    await boris.waitForText(refusal, texts.sent)
    await boris.waitForText(completionNotice, texts.shown)
    await anna.waitForText(second, texts.shown)
    await deals.waitForDrawn(boris.id)
    expect((await boris.readMessages()).filter(({ text }) => text?.includes(texts.completed))).toEqual([])
    expect(await deals.readEmptyEdits([anna, boris])).toEqual([])
    expect(await deals.reviews(order)).toMatchObject([
      {
        author_id: anna.id,
        rating: 4,
        review_text: 'Сделано раньше срока',
        quality: 5,
        term: 3,
        communication: 4,
        task: null,
        payment: null,
      },
      {
        author_id: boris.id,
        rating: 4,
        review_text: null,
        quality: null,
        term: null,
        communication: 4,
        task: 4,
        payment: 4,
      },
    ])
  }, 180_000)

  test('accepted in the app, the message says so by itself and its stale button does nothing', async () => {
    const scene = await deals.openAssigned(language)
    const { anna, boris, order, params, chosenMessage } = scene
    const handInMessage = await deals.handIn(language, scene)
    await anna.call('POST /api/projects/complete/:id', { params })
    await anna.waitForText(handInMessage, texts.accepted)
    const { answer } = await anna
      .pressButton(handInMessage, texts.keys[0])
      .catch(() => ({ answer: undefined }))
    expect(answer).toBeUndefined()
    await boris.waitForText(chosenMessage, texts.thanks)
    expect((await deals.listing(order)).status).toBe('completed')
  }, 120_000)

  test('an executor who deleted the message about the deal gets the acceptance as a new one', async () => {
    const scene = await deals.openAssigned(language)
    const { anna, boris, params, chosenMessage } = scene
    await deals.handIn(language, scene)
    await deals.waitForDrawn(boris.id)
    await deals.market.setup.bot.api.deleteMessage(boris.telegram_id, chosenMessage.message_id)
    await anna.call('POST /api/projects/complete/:id', { params })
    const notice = await boris.waitForMessage(texts.completed)
    // The new message takes part in the further steps as any other.
    await boris.pressButton(notice, texts.review)
    await boris.waitForText(notice, texts.rate[1])
  }, 120_000)

  test('who was released learns it from the message and can hand nothing in', async () => {
    const { anna, boris, order, params, chosenMessage } = await deals.openAssigned(language)
    await boris.pressButton(chosenMessage, texts.handIn)
    const prompt = await boris.waitForMessage(texts.askWork)
    await deals.market.setup.telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Готово' })
    const filledPrompt = await boris.waitForText(prompt, 'Готово')
    await anna.call('POST /api/projects/unassign_executor/:id', { params })
    await boris.waitForText(chosenMessage, texts.over)
    expect((await boris.pressButton(filledPrompt, texts.done)).answer).toEqual({
      text: texts.changed,
      show_alert: true,
    })
    expect(await deals.readSteps(order)).toEqual([])
  }, 120_000)
})

test('files with words are handed in, an album as one piece, and a remark may bring a picture', async () => {
  const { anna, boris, order, chosenMessage } = await deals.openAssigned('ru')
  const { telegram, ctx } = deals.market.setup
  await boris.pressButton(chosenMessage, 'Сдать работу')
  const prompt = await boris.waitForMessage('Пришлите ссылку')
  const document = (name: string) => ({ name, base64: Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64') })
  const sendToBot = (body: Record<string, unknown>) => telegram.post(`/users/${boris.telegram_id}/send`, body)
  await sendToBot({ document: document('Макеты.pdf'), caption: 'Все экраны' })
  await boris.waitForText(prompt, 'Файлов: 1')
  const media_group_id = 'album-1'
  await sendToBot({ document: document('Смета.pdf'), media_group_id })
  await sendToBot({ document: document('Договор.pdf'), media_group_id })
  await boris.pressButton(await boris.waitForText(prompt, 'Файлов: 3'), 'Готово')
  const handInMessage = await anna.waitForMessage('сдаёт работу')
  expect(handInMessage.text).toContain('Все экраны\nФайлы: Макеты.pdf, Смета.pdf, Договор.pdf')
  await anna.pressButton(handInMessage, 'На доработку')
  await anna.waitForMessage('Напишите, что поправить')
  const refusal = await anna.sendMessage({ document: document('Правки.pdf') })
  expect(refusal.text).toBe('Здесь нужны слова. Напишите, что поправить.')
  const reply = await anna.sendMessage({ document: document('Правки.pdf'), caption: 'Отметил на полях' })
  expect(reply.text).toBe('Работа возвращена на доработку.')
  expect((await boris.waitForMessage('Отметил на полях')).text).toContain('Файл: Правки.pdf')
  const files = ctx.db.selectFrom('files').innerJoin('deal_steps as step', 'step.id', 'files.deal_step_id')
  expect(await files.select('files.id').where('step.listing_id', '=', order).execute()).toHaveLength(4)
}, 120_000)

test('steps are refused to strangers, to the blocked and from forged buttons; a day has one reminder', async () => {
  const scene = await deals.openAssigned('ru')
  const { anna, boris, order, chosenMessage } = scene
  const { setup, freelancer, pressForged } = deals.market
  const handInMessage = await deals.handIn('ru', scene)
  const vera = await freelancer('Вера')
  const changedAnswer = { text: dealTexts.ru.changed, show_alert: true }
  const lastId = Number(
    (
      await setup.ctx.db
        .selectFrom('deal_steps')
        .select('id')
        .where('listing_id', '=', order)
        .executeTakeFirstOrThrow()
    ).id,
  )
  for (const verb of [
    `accept:${order}:${lastId}`,
    `return:${order}:${lastId}`,
    `remind:${order}`,
    `rate:${order}:5`,
  ])
    for (const otherPerson of [vera, ...(verb.startsWith('remind') ? [] : [boris])])
      expect([verb, (await pressForged(otherPerson, `v1:deal:${verb}`)).answer]).toEqual([
        verb,
        changedAnswer,
      ])
  expect((await pressForged(anna, `v1:deal:accept:${order}:${lastId + 1}`)).answer).toEqual(changedAnswer)
  await boris.pressButton(await boris.waitForText(chosenMessage, 'Работа сдана.'), 'Напомнить заказчику')
  const repeatedReminder = { text: 'Сегодня уже напоминали, следующий раз — завтра', show_alert: true }
  expect((await pressForged(boris, `v1:deal:remind:${order}`)).answer).toEqual(repeatedReminder)
  expect((await deals.listing(order)).status).toBe('in_progress')
  await setup.ctx.db.updateTable('users').set({ status: 'blocked' }).where('id', '=', anna.id).execute()
  expect((await anna.pressButton(handInMessage, 'Принять')).answer).toEqual({
    text: errorText('ru', 'blocked'),
    show_alert: true,
  })
  expect((await deals.listing(order)).status).toBe('in_progress')
}, 120_000)

test('a forged "done" hands nothing that was gathered for one deal in to another', async () => {
  const { boris, anna, order, chosenMessage } = await deals.openAssigned('ru')
  const { setup, orderOf, respond } = deals.market
  const { telegram } = setup
  const otherOrder = await orderOf(anna)
  const response_id = await respond(boris, otherOrder)
  await anna.call('POST /api/projects/assign_executor/:id', {
    params: { id: otherOrder },
    query: { response_id },
  })
  await boris.pressButton(chosenMessage, dealTexts.ru.handIn)
  const prompt = await boris.waitForMessage(dealTexts.ru.askWork)
  await telegram.post(`/users/${boris.telegram_id}/send`, { text: 'Четырнадцать экранов' })
  const { message_id } = await boris.waitForText(prompt, 'Четырнадцать экранов')
  const keyboard = (id: number) => ({
    reply_markup: { inline_keyboard: [[{ text: 'Готово', callback_data: `v1:deal:done:${id}` }]] },
  })
  await setup.bot.api.editMessageReplyMarkup(boris.telegram_id, message_id, keyboard(otherOrder))
  const pressHandIn = () =>
    telegram.post<{ answer: unknown }>(`/users/${boris.telegram_id}/tap`, { message_id, text: 'Готово' })
  expect((await pressHandIn()).answer).toEqual({ text: dealTexts.ru.changed, show_alert: true })
  expect([await deals.readSteps(otherOrder), await deals.readSteps(order)]).toEqual([[], []])
  await setup.bot.api.editMessageReplyMarkup(boris.telegram_id, message_id, keyboard(order))
  await pressHandIn()
  expect(await deals.readSteps(order)).toMatchObject([{ step_text: 'Четырнадцать экранов' }])
}, 120_000)

test('stars of a review that is being given outlast what the other side does meanwhile', async () => {
  const texts = dealTexts.ru
  const scene = await deals.openAssigned('ru')
  const { anna, boris, order, params } = scene
  const handInMessage = await deals.handIn('ru', scene)
  await anna.call('POST /api/projects/complete/:id', { params })
  await anna.pressButton(await anna.waitForText(handInMessage, texts.accepted), texts.review)
  await anna.pressButton(await anna.waitForText(handInMessage, texts.axesOfWork[0]), '5 ★')
  await anna.waitForText(handInMessage, texts.axesOfWork[1])
  const axes = { task: 5, payment: 5, communication: 5 }
  await boris.call('POST /api/reviews', { body: { listing_id: order, axes, text: null } })
  await deals.waitForDrawn(anna.id)
  await anna.pressButton(await anna.waitForText(handInMessage, texts.axesOfWork[1]), '3 ★')
  const thirdAxis = await anna.waitForText(handInMessage, texts.axesOfWork[2])
  expect(thirdAxis.text).toContain('Качество: ★★★★★')
  // Pressing Back in a review clears all stars given so far.
  await anna.pressButton(thirdAxis, 'Назад')
  const reviewButtonMessage = await anna.waitForFirstButton(handInMessage, texts.review)
  await anna.pressButton(reviewButtonMessage, texts.review)
  for (const axis of ['Качество: нажмите', 'Срок: нажмите', 'Общение: нажмите'])
    await anna.pressButton(await anna.waitForText(handInMessage, axis), '4 ★')
  await anna.pressButton(await anna.waitForMessage(texts.askWords), texts.without)
  await anna.waitForText(handInMessage, texts.own)
  expect(await deals.reviews(order)).toMatchObject([
    { author_id: boris.id, rating: 5 },
    { author_id: anna.id, quality: 4, term: 4, communication: 4 },
  ])
}, 120_000)
