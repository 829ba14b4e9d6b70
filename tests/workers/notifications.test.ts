import { beforeAll, expect, test } from 'vitest'
import { claimTasks } from '#db/outbox.ts'
import type { Payload, Topic } from '#services/core/records/events.ts'
import { record } from '#services/core/records/events.ts'
import { announcePublication } from '#services/listings/audience/actions.ts'
import { moderationMessages } from '#services/moderation/messages/messages.ts'
import type { EventWorker } from '#workers/engine/worker.ts'
import { authorNotifications } from '#workers/events/author-notifications.ts'
import { clientErrors } from '#workers/events/client-errors.ts'
import { newOrderNotifications } from '#workers/events/order-notifications.ts'
import { responseNotifications } from '#workers/events/response-notifications.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const [design, code] = [101, 102]
let setup: WorkerSetup
let author: Awaited<ReturnType<typeof insertPerson>>

const insertUser = (columns: Parameters<typeof insertPerson>[1] = {}) =>
  insertPerson(setup, { in_telegram: false, ...columns })

beforeAll(async () => {
  setup = await setUpWorkers()
  author = await insertUser({ category_id: design })
})

/** Records the event, and runs the worker twice on the task of the event. */
async function runEvent<T extends Topic>(
  worker: EventWorker,
  topic: T,
  payload: Payload<T>,
): Promise<string> {
  const { ctx } = setup
  await ctx.db.transaction().execute((tx) => record(ctx, tx, topic, payload))
  const now = new Date().toISOString()
  const tasks = await claimTasks(ctx.db, { limit: 10, now, waits: [3_600_000] })
  const task = tasks.find(({ consumer }) => consumer === worker.queue)
  if (!task) throw new Error(`${worker.queue} does not hear ${topic}`)
  await worker.handle(ctx, task)
  await worker.handle(ctx, task)
  return task.event_id
}

function deliveries(kind: string) {
  return setup.ctx.db
    .selectFrom('deliveries')
    .select(['user_id', 'chat_id', 'lane', 'payload'])
    .where('kind', '=', kind)
    .orderBy('user_id')
    .execute()
}

test('a new order reaches freelancers of its category or skills who want to hear of it, once', async () => {
  const { db } = setup.ctx
  const designer = await insertUser({ category_id: design })
  const skilledPerson = await insertUser({ category_id: code })
  const unrelatedUser = await insertUser({ category_id: code })
  await insertUser({ category_id: design, can_write: false })
  const blockedUser = await insertUser({ category_id: design })
  const content = await insertUser({ category_id: design })
  const client = await insertUser({ category_id: design })
  await db.insertInto('user_skills').values({ user_id: skilledPerson.id, name: 'Figma  Pro' }).execute()
  await db.insertInto('user_skills').values({ user_id: unrelatedUser.id, name: 'Go' }).execute()
  await db.insertInto('user_blocks').values({ user_id: blockedUser.id, blocked_id: author.id }).execute()
  await db.updateTable('users').set({ is_notify_new_order: false }).where('id', '=', content.id).execute()
  await db
    .updateTable('users')
    .set({ is_client: true, is_contractor: false })
    .where('id', '=', client.id)
    .execute()
  const listing_id = await insertOrder(setup, author.id, { category_id: design, skills: [' figma   PRO'] })

  await runEvent(newOrderNotifications, 'listing.published', { listing_id })
  await runEvent(newOrderNotifications, 'listing.published', { listing_id })

  // The client mode changes only the app's navigation. A person in client mode whose profile has the order's category
  // is notified too.
  expect(await deliveries('new_order')).toEqual([
    { user_id: designer.id, chat_id: null, lane: 'bulk', payload: { listing_id, why: 'category' } },
    { user_id: skilledPerson.id, chat_id: null, lane: 'bulk', payload: { listing_id, why: 'skills' } },
    { user_id: client.id, chat_id: null, lane: 'bulk', payload: { listing_id, why: 'category' } },
  ])
})

test('the message of a new order tells price, category and why it came', async () => {
  const { ctx } = setup
  const listing_id = await insertOrder(setup, author.id, {
    category_id: design,
    price: null,
    min_stake: 100_000,
    max_stake: 150_000,
    payment_format: 'hourly',
  })
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const message = await everyMessage.new_order.compose(ctx, { listing_id, why: 'category' }, reader)
  const { name_ru } = await ctx.db
    .selectFrom('categories')
    .select('name_ru')
    .where('id', '=', design)
    .executeTakeFirstOrThrow()
  const plainText = message?.text.replaceAll('\u00a0', ' ')
  expect(plainText).toContain('Новый заказ: <b>Сайт для кофейни</b>\n<b>1 000 ₽ – 1 500 ₽ в час</b>, ')
  expect(message?.why).toEqual({ key: 'category', parameters: { category: name_ru } })
})

test('the message of a new order names only those of its skills that the reader has', async () => {
  const { ctx } = setup
  const freelancer = await insertUser()
  const listing_id = await insertOrder(setup, author.id, {
    category_id: design,
    skills: ['Figma', ' Adobe  XD', 'React'],
  })
  const { telegram_id } = await ctx.db
    .selectFrom('users')
    .select('telegram_id')
    .where('id', '=', freelancer.id)
    .executeTakeFirstOrThrow()
  const reader = { chat_id: Number(telegram_id), language: 'ru', is_private: true } as const
  const why = async () =>
    (await everyMessage.new_order.compose(ctx, { listing_id, why: 'skills' }, reader))?.why
  for (const name of ['react', 'adobe xd', 'Go'])
    await ctx.db.insertInto('user_skills').values({ user_id: freelancer.id, name }).execute()
  expect(await why()).toEqual({ key: 'skills', parameters: { skills: 'Adobe  XD, React' } })
  // The message names no skill that the reader has removed since the message was queued.
  await ctx.db.deleteFrom('user_skills').where('user_id', '=', freelancer.id).execute()
  expect(await why()).toEqual({ key: 'fit' })
})

test('an order that is gone meanwhile is not announced', async () => {
  const listing_id = await insertOrder(setup, author.id, { status: 'archived' })
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  expect(await everyMessage.new_order.compose(setup.ctx, { listing_id, why: 'category' }, reader)).toBeNull()
})

test('the author hears of publication and refusal, with the reason', async () => {
  const { ctx } = setup
  const publishedOrder = await insertOrder(setup, author.id)
  await ctx.db
    .transaction()
    .execute((tx) => announcePublication(ctx, tx, { id: publishedOrder, author_id: author.id }))
  const rejectedOrder = await insertOrder(setup, author.id, {
    status: 'rejected',
    rejection_reason: 'Контакты <в описании>',
    rejected_at: ctx.now().toISOString(),
  })
  await runEvent(authorNotifications, 'listing.rejected', { listing_id: rejectedOrder })
  expect(await deliveries('listing_published')).toMatchObject([
    { user_id: author.id, lane: 'transactional', payload: { listing_id: publishedOrder } },
  ])
  expect(await deliveries('listing_rejected')).toMatchObject([{ payload: { listing_id: rejectedOrder } }])
  const reader = { chat_id: 1, language: 'en', is_private: true } as const
  const message = await moderationMessages.listing_rejected.compose(
    ctx,
    { listing_id: rejectedOrder },
    reader,
  )
  expect(message?.text).toContain('Reason: Контакты &lt;в описании&gt;')
})

test('the author hears of a response, with a button that opens the responses', async () => {
  const { ctx } = setup
  const listing_id = await insertOrder(setup, author.id)
  const responder = await insertUser()
  const { id: response_id } = await ctx.db
    .insertInto('responses')
    .values({
      listing_id,
      user_id: responder.id,
      response_text: 'Сделаю за неделю',
      price: 500,
      currency_id: 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runEvent(responseNotifications, 'response.sent', { response_id })
  expect(await deliveries('new_response')).toMatchObject([{ user_id: author.id, payload: { response_id } }])
  const reader = { chat_id: 1, language: 'ru', is_private: true } as const
  const message = await everyMessage.new_response.compose(ctx, { response_id }, reader)
  expect(message?.text.replaceAll('\u00a0', ' ')).toMatch(
    /<b>5 TON<\/b>.*\n1-е место из 0\n<blockquote>Сделаю за неделю<\/blockquote>$/,
  )
  expect(message?.keyboard?.slice(2)).toMatchObject([
    [{ web_app: { url: `${ctx.config.APP_ORIGIN}/order/${listing_id}/responses` } }],
  ])
})

test('the same failure of the mini-app reaches the operators once an hour', async () => {
  const { ctx } = setup
  const event_id = await runEvent(clientErrors, 'client.failed', { report: 'TypeError: x' })
  await runEvent(clientErrors, 'client.failed', { report: 'TypeError: x' })
  expect(await deliveries('client_error')).toMatchObject([
    { chat_id: ctx.config.OPS_CHAT_ID, payload: { event_id } },
  ])
})

test('failures of the mini-app fill no chat: twenty an hour of everybody together, and then again', async () => {
  const { ctx } = setup
  const readNotified = async () => {
    const rows = await ctx.db
      .selectFrom('deliveries')
      .select('id')
      .where('kind', '=', 'client_error')
      .execute()
    return rows.length
  }
  await ctx.db.deleteFrom('deliveries').where('kind', '=', 'client_error').execute()
  for (let n = 0; n < 25; n++) await runEvent(clientErrors, 'client.failed', { report: `TypeError: ${n}` })
  expect(await readNotified()).toBe(20)
  await ctx.db
    .updateTable('deliveries')
    .set({ created_at: new Date(Date.now() - 3_601_000).toISOString() })
    .where('kind', '=', 'client_error')
    .execute()
  await runEvent(clientErrors, 'client.failed', { report: 'TypeError: later' })
  expect(await readNotified()).toBe(21)
})
