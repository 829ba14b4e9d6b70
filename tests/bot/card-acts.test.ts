import { beforeAll, beforeEach, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, submittedOrder } from './telegram.ts'

/** Button presses and moderators' replies act on a review card. Reading the card has no effect. */

type Prompt = Message & { reply_to_message?: { message_id: number } }

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})
beforeEach(() => {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 0
})

test('while the workers are late a decision is still taken back; afterwards the press says what has happened', async () => {
  const { setup, cardOf, cardWith, pressButton, listing } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 60_000
  const { listing_id, task_id } = await submittedOrder(setup)
  await pressButton(await cardOf(listing_id), 'Одобрить')
  const cardAfterDecision = await cardWith(listing_id, 'Отменить')
  // The time for undoing the decision has ended, but no worker has applied the decision yet.
  const pastDecision = { effective_at: new Date(Date.now() - 30_000).toISOString() }
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, pastDecision)
  expect((await pressButton(cardAfterDecision, 'Отменить')).answer?.text).toBe('Решение отменено')
  expect((await listing(listing_id)).status).toBe('moderation')
  await pressButton(await cardWith(listing_id, 'Одобрить'), 'Одобрить')
  const repeatedCard = await cardWith(listing_id, 'Отменить')
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, pastDecision)
  await setup.ctx.db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
  const { answer } = await pressButton(repeatedCard, 'Отменить')
  expect(answer).toMatchObject({ show_alert: true })
  expect(answer?.text).toMatch(/^Поздно: объявление опубликовано в \d\d:\d\d$/)
  await cardOf(listing_id, 'Опубликовано, Мария')
})

test('a question and an own reason name the number of their order and answer its card; too short words are asked for anew', async () => {
  const { setup, maria, cardOf, openReasons, pressButton, waitForPrompt, replyToPrompt, waitForStatus } = chat
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await pressButton(card, 'Спросить автора')
  const prompt = (await waitForPrompt(listing_id)) as Prompt
  expect(prompt.text).toBe(
    `Заказ ${listing_id}. Вопрос автору\n\nАнна, напишите вопрос ответом на это сообщение. Он уйдёт автору заказа ${listing_id}.`,
  )
  expect(prompt.reply_to_message?.message_id).toBe(card.message_id)
  const ownReason = 'Своя причина'
  await pressButton(await openReasons(listing_id, { button: 'Отклонить', reason: ownReason }), ownReason)
  await eventually(async () => (await waitForPrompt(listing_id)).text?.includes('Своя причина отказа'))
  await replyToPrompt(listing_id, 'нет')
  // A moderator's reason needs at least three characters.
  expect((await waitForStatus(listing_id, 'rejected')).rejection_reason).toBe('нет')
  const otherOrder = await submittedOrder(setup)
  await pressButton(await cardOf(otherOrder.listing_id), 'Спросить автора')
  await replyToPrompt(otherOrder.listing_id, 'а?')
  const secondPrompt = (await eventually(async () => {
    const otherPrompt = await waitForPrompt(otherOrder.listing_id)
    return otherPrompt.text?.includes('Нужно от 3 до 500 знаков') && otherPrompt
  })) as Prompt
  expect(secondPrompt.text).toContain(`Заказ ${otherOrder.listing_id}.`)
  expect(maria.id).toBeGreaterThan(0)
})

test('reading the whole text or the files claims nothing, and strangers do not turn the pages', async () => {
  const { setup, cardOf, cardWith, pressButton } = chat
  const vera = await moderatorInChat(setup)
  const { listing_id, task_id } = await submittedOrder(setup, { subtitle: 'слово '.repeat(300) })
  await pressButton(await cardOf(listing_id), 'Весь текст')
  const { state } = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select('state')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('open')
  await pressButton(await cardWith(listing_id, 'К карточке'), 'К карточке', vera.telegram_id)
  expect(
    (await pressButton(await cardWith(listing_id, 'Одобрить'), 'Одобрить', vera.telegram_id)).answer?.text,
  ).toBe('Одобрено')
})

test('a block is taken back by its button in time: the author stays, and so does what they have open', async () => {
  const { setup, cardOf, cardWith, openReasons, pressButton, listing } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 60_000
  const { listing_id, task_id, author } = await submittedOrder(setup)
  const reason = 'Похоже на обман'
  await pressButton(await openReasons(listing_id, { button: 'Закрыть доступ', reason }), reason)
  const pendingCard = await cardOf(listing_id, 'Мария закрывает доступ автору: Похоже на обман')
  expect(buttons(pendingCard)).toEqual(['Отменить', 'Карточка'])
  expect((await pressButton(pendingCard, 'Отменить')).answer?.text).toBe('Решение отменено')
  expect(buttons(await cardWith(listing_id, 'Одобрить'))).toContain('Закрыть доступ')
  // The moderator has undone the decision before the worker applies it, so the worker must change nothing.
  await setup.ctx.db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
  const person = setup.ctx.db.selectFrom('users').select('status').where('id', '=', author.id)
  expect(await person.executeTakeFirst()).toEqual({ status: 'active' })
  expect((await listing(listing_id)).status).toBe('moderation')
})
