import { beforeAll, beforeEach, expect, test } from 'vitest'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { buttons, openModeratorsChat } from './moderators-chat.ts'
import { type Message, moderatorInChat, submittedOrder } from './telegram.ts'

/** Presses and moderators' replies act on a card; reading it does not. */

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
  const { setup, cardOf, cardWith, press, listing } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 60_000
  const { listing_id, task_id } = await submittedOrder(setup)
  await press(await cardOf(listing_id), 'Одобрить')
  const late = await cardWith(listing_id, 'Отменить')
  // The undo time passes before any worker runs.
  const over = { effective_at: new Date(Date.now() - 30_000).toISOString() }
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, over)
  expect((await press(late, 'Отменить')).answer?.text).toBe('Решение отменено')
  expect((await listing(listing_id)).status).toBe('moderation')
  await press(await cardWith(listing_id, 'Одобрить'), 'Одобрить')
  const again = await cardWith(listing_id, 'Отменить')
  await placeRows(setup.owner, 'moderation_tasks', { id: task_id }, over)
  await setup.ctx.db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
  const { answer } = await press(again, 'Отменить')
  expect(answer).toMatchObject({ show_alert: true })
  expect(answer?.text).toMatch(/^Поздно: объявление опубликовано в \d\d:\d\d$/)
  await cardOf(listing_id, 'Опубликовано, Мария')
})

test('a question and an own reason name the number of their order and answer its card; too short words are asked for anew', async () => {
  const { setup, maria, cardOf, cardWith, press, promptAbout, writeAbout, moved } = chat
  const { listing_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await press(card, 'Спросить автора')
  const question = (await promptAbout(listing_id)) as Prompt
  expect(question.text).toBe(
    `Заказ ${listing_id}. Вопрос автору\n\nАнна, напишите вопрос ответом на это сообщение. Он уйдёт автору заказа ${listing_id}.`,
  )
  expect(question.reply_to_message?.message_id).toBe(card.message_id)
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Своя причина'), 'Своя причина')
  await eventually(async () => (await promptAbout(listing_id)).text?.includes('Своя причина отказа'))
  await writeAbout(listing_id, 'нет')
  // Three characters are the minimum.
  expect((await moved(listing_id, 'rejected')).rejection_reason).toBe('нет')
  const other = await submittedOrder(setup)
  await press(await cardOf(other.listing_id), 'Спросить автора')
  await writeAbout(other.listing_id, 'а?')
  const again = (await eventually(async () => {
    const asked = await promptAbout(other.listing_id)
    return asked.text?.includes('Нужно от 3 до 500 знаков') && asked
  })) as Prompt
  expect(again.text).toContain(`Заказ ${other.listing_id}.`)
  expect(maria.id).toBeGreaterThan(0)
})

test('reading the whole text or the files claims nothing, and strangers do not turn the pages', async () => {
  const { setup, cardOf, cardWith, press } = chat
  const vera = await moderatorInChat(setup)
  const { listing_id, task_id } = await submittedOrder(setup, { subtitle: 'слово '.repeat(300) })
  await press(await cardOf(listing_id), 'Весь текст')
  const { state } = await setup.ctx.db
    .selectFrom('moderation_tasks')
    .select('state')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(state).toBe('open')
  await press(await cardWith(listing_id, 'К карточке'), 'К карточке', vera.telegram_id)
  expect(
    (await press(await cardWith(listing_id, 'Одобрить'), 'Одобрить', vera.telegram_id)).answer?.text,
  ).toBe('Одобрено')
})

test('a block is taken back by its button in time: the author stays, and so does what they have open', async () => {
  const { setup, cardOf, cardWith, press, listing } = chat
  setup.ctx.config.MODERATION_UNDO_MS = 60_000
  const { listing_id, task_id, author } = await submittedOrder(setup)
  await press(await cardOf(listing_id), 'Закрыть доступ')
  await press(await cardWith(listing_id, 'Похоже на обман'), 'Похоже на обман')
  const pending = await cardOf(listing_id, 'Мария закрывает доступ автору: Похоже на обман')
  expect(buttons(pending)).toEqual(['Отменить', 'Карточка'])
  expect((await press(pending, 'Отменить')).answer?.text).toBe('Решение отменено')
  expect(buttons(await cardWith(listing_id, 'Одобрить'))).toContain('Закрыть доступ')
  // The decision's time passes, and its worker runs anyway.
  await setup.ctx.db.transaction().execute((tx) => applyDecision(setup.ctx, tx, task_id))
  const person = setup.ctx.db.selectFrom('users').select('status').where('id', '=', author.id)
  expect(await person.executeTakeFirst()).toEqual({ status: 'active' })
  expect((await listing(listing_id)).status).toBe('moderation')
})
