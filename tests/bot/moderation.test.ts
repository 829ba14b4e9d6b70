import { beforeAll, beforeEach, expect, test } from 'vitest'
import { undo } from '#services/moderation/actions.ts'
import { moderationMessages } from '#services/moderation/messages.ts'
import { messages } from '#services/notifications/messages.ts'
import { eventually } from '#tests/workers/stage.ts'
import { moderation } from '#workers/moderation.ts'
import { moderationDecisions } from '#workers/moderation-decisions.ts'
import { connectQueues } from '#workers/queues.ts'
import { startRelay } from '#workers/relay.ts'
import { startTelegramDelivery } from '#workers/telegram-delivery.ts'
import { type Message, moderator, openBot, stranger, submittedOrder, type Tapped } from './telegram.ts'

let stage: Awaited<ReturnType<typeof openBot>>
let maria: Awaited<ReturnType<typeof moderator>>
const chat_id = () => stage.ctx.config.MODERATORS_CHAT_ID

beforeAll(async () => {
  stage = await openBot()
  await stage.telegram.post('/limits', { enabled: false })
  maria = await moderator(stage)
  const connection = connectQueues(stage.ctx, 'worker')
  const parts = [
    startRelay(stage.ctx),
    startTelegramDelivery(stage.ctx, { ...messages, ...moderationMessages }),
    moderation.start(stage.ctx, connection),
    moderationDecisions.start(stage.ctx, connection),
  ]
  return async () => {
    for (const part of parts) await part.stop()
    connection.disconnect()
  }
})
beforeEach(() => {
  stage.ctx.config.MODERATION_UNDO_MS = 0
})

const cardOf = (listing_id: number, text = '') =>
  eventually(async () => {
    const cards = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id()}`)
    return cards.find((card) => card.text?.startsWith(`Заказ ${listing_id}.`) && card.text.includes(text))
  })

/** The card once it offers a button. */
const cardWith = (listing_id: number, button: string) =>
  eventually(async () => {
    const card = await cardOf(listing_id)
    return buttons(card)?.includes(button) && card
  })

const press = ({ message_id }: Message, text: string, who = maria.telegram_id) =>
  stage.telegram.post<Tapped>(`/users/${who}/tap`, { chat_id: chat_id(), message_id, text })

const listing = (id: number) =>
  stage.ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const moved = (id: number, status: string) =>
  eventually(async () => (await listing(id)).status === status && listing(id))

const topicsOf = async (listing_id: number) => {
  const rows = await stage.ctx.db.selectFrom('events').select(['topic', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => payload.listing_id === listing_id).map(({ topic }) => topic)
}

const buttons = (card: Message) => card.reply_markup?.inline_keyboard.flat().map(({ text }) => text)

test('a submitted order becomes a card, and approval publishes it and says so on the card', async () => {
  const subtitle = 'Пишите на anna@example.com <b>скорее</b>'
  const { listing_id } = await submittedOrder(stage, { subtitle })
  const card = await cardOf(listing_id)
  expect(card.text).toContain('Логотип для кофейни')
  expect(card.text).toContain(subtitle)
  expect(card.text).toContain('контакты в тексте, новый автор')
  expect(card.text?.replace(/\s/g, ' ')).toContain('2 500 ₽')
  expect(buttons(card)).toEqual([
    ...['Одобрить', 'Отклонить', 'Спросить автора', 'Закрыть доступ'],
    ...['Взять на 10 минут', 'Открыть карточку'],
  ])
  expect((await press(card, 'Одобрить')).answer?.text).toBe('Одобрено')
  const published = await moved(listing_id, 'published')
  expect(published.published_at).not.toBeNull()
  expect(Date.parse(published.expires_at ?? '') - Date.parse(published.published_at ?? '')).toBe(
    30 * 86_400_000,
  )
  expect(published.response_stake).toBe(15_000)
  expect(buttons(await cardOf(listing_id, 'Опубликовано'))).toEqual(['Открыть карточку'])
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.published'])
})

test('a refusal is chosen from reasons and reaches the author’s listing in words', async () => {
  const { listing_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Отклонить')
  const reasons = await cardWith(listing_id, 'Похоже на обман')
  expect(reasons.text).toContain('Смотрит Мария')
  expect(buttons(reasons)).toContain('Другая причина')
  await press(reasons, 'Похоже на обман')
  const rejected = await moved(listing_id, 'rejected')
  expect(rejected).toMatchObject({ rejection_reason: 'Похоже на обман', published_at: null })
  expect(rejected.rejected_at).not.toBeNull()
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted', 'listing.rejected'])
  await cardOf(listing_id, 'Отклонено, Мария: Похоже на обман')
})

test('a reason in the moderator’s own words is written as an answer to the bot', async () => {
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Отклонить')
  await press(await cardWith(listing_id, 'Другая причина'), 'Другая причина')
  const question = await eventually(async () => {
    const all = await stage.telegram.get<Message[]>(`/messages?chat_id=${chat_id()}`)
    return all.find((message) => message.text?.endsWith(`Номер проверки: ${task_id}`))
  })
  const body = { chat_id: chat_id(), text: 'Укажите бюджет', reply_to_message_id: question.message_id }
  await stage.telegram.post(`/users/${maria.telegram_id}/send`, body)
  expect((await moved(listing_id, 'rejected')).rejection_reason).toBe('Укажите бюджет')
})

test('a decision is taken back while nobody has been told, and not later', async () => {
  stage.ctx.config.MODERATION_UNDO_MS = 1500
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  await press(card, 'Одобрить')
  expect((await listing(listing_id)).status).toBe('moderation')
  const undone = await press(await cardWith(listing_id, 'Отменить'), 'Отменить')
  expect(undone.answer?.text).toBe('Решение отменено')
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect((await listing(listing_id)).status).toBe('moderation')
  expect(await topicsOf(listing_id)).toEqual(['listing.submitted'])

  await press(await cardWith(listing_id, 'Отклонить'), 'Отклонить')
  await press(await cardWith(listing_id, 'Непонятное задание'), 'Непонятное задание')
  await moved(listing_id, 'rejected')
  const late = undo(stage.ctx, { task_id, moderator_id: maria.id })
  await expect(late).rejects.toMatchObject({ code: 'decision_effective' })
  const task = await stage.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'applied_at'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toMatchObject({ state: 'rejected', applied_at: expect.any(String) })
})

test('a stranger in the moderators’ chat is refused and changes nothing', async () => {
  const { id } = await stranger(stage, { groups: ['moderators'] })
  const { listing_id, task_id } = await submittedOrder(stage)
  const card = await cardOf(listing_id)
  for (const button of ['Одобрить', 'Отклонить']) {
    const { answer } = await press(card, button, id)
    expect(answer).toMatchObject({ text: 'Решать могут только модераторы', show_alert: true })
  }
  const task = await stage.ctx.db
    .selectFrom('moderation_tasks')
    .select(['state', 'claimed_by'])
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(task).toEqual({ state: 'open', claimed_by: null })
  expect(buttons(await cardOf(listing_id))).toContain('Одобрить')
})
