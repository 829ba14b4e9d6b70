import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hashOf, readPublished } from '#services/listings/content/approved-content.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openModeratorsChat } from './moderators-chat.ts'
import { type Message, submittedOrder } from './telegram.ts'

let chat: Awaited<ReturnType<typeof openModeratorsChat>>
beforeAll(async () => {
  chat = await openModeratorsChat()
  return chat.close
})
beforeEach(() => {
  chat.setup.ctx.config.MODERATION_UNDO_MS = 1500
})

/** Fields of an order without questions that the release of 26 November 2026 hashed, and its hash function. */
const formerFields = [
  ...['title', 'category_id', 'price', 'min_stake', 'max_stake', 'currency_id', 'payment_format', 'job_type'],
  ...['experience', 'location', 'language', 'is_remote', 'urgent', 'tags', 'skills', 'subtitle', 'files'],
]
function formerHash(content: Record<string, unknown>): string {
  const sortedEntries = Object.entries(content).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sortedEntries)).digest('hex').slice(0, 32)
}
const contentOf = (listing_id: number) =>
  chat.setup.ctx.db.transaction().execute((tx) => readPublished(tx, 'order', listing_id))
const taskOf = (task_id: number) =>
  chat.setup.ctx.db
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()

/**
 * Changes the order directly in the database, between the moderator's press and the applied decision, so that no check
 * of the API notices.
 */
const changeTitle = (listing_id: number, title: string) =>
  chat.setup.ctx.db.updateTable('listings').set({ title }).where('id', '=', listing_id).execute()
type Reply = Message & { reply_to_message?: { message_id: number } }
const replies = async (to: Message) =>
  (
    await chat.setup.telegram.get<Reply[]>(`/messages?chat_id=${chat.setup.ctx.config.MODERATORS_CHAT_ID}`)
  ).filter(({ reply_to_message }) => reply_to_message?.message_id === to.message_id)

test('an order has the fields of before, and later ones only when they say something', async () => {
  const { listing_id } = await submittedOrder(chat.setup)
  const content = await contentOf(listing_id)
  expect(Object.keys(content).sort()).toEqual(formerFields.toSorted())
  expect(hashOf(content)).toBe(formerHash(content))
  // Simulates a later release in which an order has more fields.
  const laterFields = { questions: null, mood: '' }
  expect(hashOf({ ...content, questions: null, mood: '' }, laterFields)).toBe(formerHash(content))
  expect(hashOf({ ...content, mood: 'good' }, laterFields)).not.toBe(formerHash(content))
  expect(hashOf({ ...content, questions: ['Когда?'] })).not.toBe(formerHash(content))
})

test('what a former release has approved is published by this one, beside a column that neither knows', async () => {
  const { setup, cardOf, pressButton, waitForStatus } = chat
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  const content = await contentOf(listing_id)
  const content_hash = formerHash(Object.fromEntries(formerFields.map((name) => [name, content[name]])))
  await pressButton(card, 'Одобрить')
  await setup.ctx.db.updateTable('moderation_tasks').set({ content_hash }).where('id', '=', task_id).execute()
  await waitForStatus(listing_id, 'published')
  expect((await taskOf(task_id)).lapsed_decider).toBeNull()
})

test('an approval that lapses is told at once on the card, with whom it was by, until the next decision', async () => {
  const { setup, maria, cardOf, pressButton, listing, waitForStatus } = chat
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  await pressButton(card, 'Одобрить')
  await changeTitle(listing_id, 'Совсем другой заказ')
  const lapsedCard = await cardOf(listing_id, 'Решение снято: изменились условия. Мария, посмотрите ещё раз')
  expect(lapsedCard.message_id).toBe(card.message_id)
  expect((await listing(listing_id)).status).toBe('moderation')
  expect(await taskOf(task_id)).toMatchObject({ state: 'open', lapsed_decider: maria.id })
  expect(await replies(card)).toEqual([])
  await pressButton(lapsedCard, 'Одобрить')
  await waitForStatus(listing_id, 'published')
  expect((await cardOf(listing_id, 'Опубликовано')).text).not.toContain('Решение снято')
})

test.each([
  [47, 0],
  [49, 1],
])('a card of %i hours ago brings so many new messages: %i', async (hours, messages) => {
  const { setup, cardOf, pressButton } = chat
  const { listing_id, task_id } = await submittedOrder(setup)
  const card = await cardOf(listing_id)
  const card_sent_at = new Date(Date.now() - hours * 3_600_000).toISOString()
  await eventually(async () => (await taskOf(task_id)).message_id !== null)
  await setup.ctx.db.updateTable('moderation_tasks').set({ card_sent_at }).where('id', '=', task_id).execute()
  await pressButton(card, 'Одобрить')
  await changeTitle(listing_id, `Другой заказ, ${hours}`)
  await cardOf(listing_id, 'Решение снято')
  await eventually(async () => (await replies(card)).length === messages)
  expect((await replies(card)).map(({ text }) => text?.split('\n')[0])).toEqual(
    Array(messages).fill('Решение снято: изменились условия. Мария, посмотрите ещё раз'),
  )
  // When a review card is redrawn, the stored time of its first sending does not change.
  expect(Date.parse((await taskOf(task_id)).card_sent_at ?? '')).toBe(Date.parse(card_sent_at))
})
