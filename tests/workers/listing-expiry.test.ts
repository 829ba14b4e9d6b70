import { beforeAll, expect, test } from 'vitest'
import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { listen } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import {
  endUnrenewed,
  expireListings,
  refundAbandoned,
  remindOfExpiry,
} from '#services/lifecycle/publication/expire.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { whileHeld } from '#tests/support/servers/held-rows.ts'
import { listingExpiry } from '#workers/rounds/schedule.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Expiry of placements on a frozen clock, so that each bound is tested to the millisecond. */

const [second, hour, day] = [1000, 3_600_000, 86_400_000]
const now = Math.floor(Date.now() / 1000) * 1000
const at = (ms: number) => new Date(now + ms).toISOString()

let setup: WorkerSetup
let ctx: Context
let author: number
beforeAll(async () => {
  setup = await setUpWorkers()
  ctx = { ...setup.ctx, now: () => new Date(now) }
  author = (await insertPerson(setup, { in_telegram: false })).id
})

type Columns = { status?: ListingStatus; [column: string]: unknown }

/** An order that was published thirty days ago. */
const order = (columns: Columns) =>
  insertOrder(setup, author, { published_at: at(-30 * day), expires_at: at(day), ...columns })

async function answered(columns: Columns, status: ResponseStatus = 'no_show'): Promise<number> {
  const listing_id = await order(columns)
  const user_id = (await insertPerson(setup, { in_telegram: false })).id
  const response = { listing_id, user_id, status, response_text: 'Сделаю' }
  await ctx.db.insertInto('responses').values(response).execute()
  return listing_id
}

const clear = () => ctx.db.deleteFrom('listings').where('author_id', '=', author).execute()

async function statusesOf(...ids: number[]) {
  const rows = await ctx.db.selectFrom('listings').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

async function responseOf(listing_id: number) {
  const responses = ctx.db.selectFrom('responses').select('status').where('listing_id', '=', listing_id)
  return (await responses.executeTakeFirstOrThrow()).status
}

test('who is reminded, and when', async () => {
  const [four, six] = [4 * day, 6 * day]
  const [soon, five, one] = [
    await order({ expires_at: at(four) }),
    await order({ expires_at: at(5 * day) }),
    await order({ expires_at: at(day), published_at: at(-day) }),
  ]
  for (const none of [
    { expires_at: at(5 * day + 1) },
    { expires_at: at(six) },
    { expires_at: at(0) },
    { expires_at: at(-day) },
    { expires_at: at(four), published_at: at(-day + 1) },
    { expires_at: at(four), status: 'hidden', hidden_reason: 'owner' },
    { expires_at: at(-day), status: 'expired' },
  ] as const)
    await order(none)
  let woken = 0
  const stop = listen(ctx.config.DATABASE_URL, 'deliveries', () => woken++)
  await eventually(async () => {
    await remindOfExpiry(ctx)
    return woken > 0
  })
  await stop()
  expect(await remindOfExpiry(ctx)).toBe(0)
  const told = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'lane', 'payload', 'dedupe_key'])
    .where('user_id', '=', author)
    .execute()
  const byKey = <T extends { dedupe_key: string | null }>(rows: T[]) =>
    rows.toSorted((a, b) => `${a.dedupe_key}`.localeCompare(`${b.dedupe_key}`))
  const reminder = (listing_id: number, left: number, days: number) => ({
    ...{ kind: 'listing_expiring', lane: 'transactional', payload: { listing_id } },
    dedupe_key: `listing_expiring:${listing_id}:${days}:${Math.round((now + left) / second)}`,
  })
  expect(byKey(told)).toEqual(
    byKey([reminder(soon, four, 5), reminder(five, 5 * day, 5), reminder(one, day, 1)]),
  )
  await clear()
})

test('a placement ends at its moment, published or hidden, the oldest first', async () => {
  const [late, early, hidden, running, working] = [
    await order({ expires_at: at(0) }),
    await order({ expires_at: at(-2) }),
    await order({ expires_at: at(-1), status: 'hidden', hidden_reason: 'owner' }),
    await order({ expires_at: at(1) }),
    await order({ expires_at: at(-2), status: 'in_progress' }),
  ]
  const all = [early, hidden, late, running, working]
  expect(await whileHeld(ctx.db, 'listings', early, () => expireListings(ctx, 1))).toBe(1)
  expect(await statusesOf(...all)).toEqual(['published', 'expired', 'published', 'published', 'in_progress'])
  expect(await expireListings(ctx, 1)).toBe(1)
  expect(await statusesOf(...all)).toEqual(['expired', 'expired', 'published', 'published', 'in_progress'])
  expect(await expireListings(ctx, 10)).toBe(1)
  expect(await expireListings(ctx, 10)).toBe(0)
  expect(await statusesOf(...all)).toEqual(['expired', 'expired', 'expired', 'published', 'in_progress'])
  const events = ctx.db.selectFrom('events').select('payload').where('topic', '=', 'listing.expired')
  expect((await events.orderBy('id').execute()).map(({ payload }) => payload)).toEqual(
    [hidden, early, late].map((listing_id) => ({ listing_id })),
  )
  await clear()
})

test('whoever still waits seven days after the end is passed over', async () => {
  const week = -7 * day
  const over = await Promise.all([
    answered({ expires_at: at(week), status: 'expired' }, 'no_show'),
    answered({ expires_at: at(week - 1), status: 'awaiting_payment' }, 'shown'),
    answered({ expires_at: at(week - 2), status: 'refunded' }, 'shortlisted'),
  ])
  const others: [Columns, ResponseStatus][] = [
    [{ expires_at: at(week + 1), status: 'expired' }, 'no_show'],
    [{ expires_at: at(week), status: 'completed' }, 'no_show'],
    [{ expires_at: at(week), status: 'expired' }, 'declined'],
  ]
  const kept = await Promise.all(others.map(([columns, status]) => answered(columns, status)))
  const [last = 0, middle = 0, first = 0] = over
  const rounds = () => Promise.all(over.map(responseOf))
  expect(await whileHeld(ctx.db, 'listings', first, () => endUnrenewed(ctx, 1))).toBe(1)
  expect(await rounds()).toEqual(['no_show', 'not_chosen', 'shortlisted'])
  expect(await endUnrenewed(ctx, 1)).toBe(1)
  expect(await responseOf(first)).toBe('not_chosen')
  expect(await endUnrenewed(ctx, 10)).toBe(1)
  expect(await endUnrenewed(ctx, 10)).toBe(0)
  expect(await rounds()).toEqual(['not_chosen', 'not_chosen', 'not_chosen'])
  expect(await Promise.all(kept.map(responseOf))).toEqual(['no_show', 'no_show', 'declined'])
  const reasons = ctx.db
    .selectFrom('responses')
    .select('end_reason')
    .where('listing_id', 'in', [last, middle])
  expect(await reasons.execute()).toEqual(Array(2).fill({ end_reason: 'not_renewed' }))
})

test('what was rejected thirty days ago is given up, the oldest first', async () => {
  const rejected = (ms: number, columns: Columns = {}) =>
    order({ status: 'rejected', rejected_at: at(ms), ...columns })
  const [late, middle, early, fresh, sent] = [
    await rejected(-30 * day),
    await rejected(-30 * day - hour),
    await rejected(-31 * day),
    await rejected(-30 * day + 1),
    await rejected(-31 * day, { status: 'moderation' }),
  ]
  const all = [early, middle, late, fresh, sent]
  expect(await whileHeld(ctx.db, 'listings', early, () => refundAbandoned(ctx, 1))).toBe(1)
  expect(await statusesOf(...all)).toEqual(['rejected', 'refunded', 'rejected', 'rejected', 'moderation'])
  expect(await refundAbandoned(ctx, 1)).toBe(1)
  expect(await refundAbandoned(ctx, 10)).toBe(1)
  expect(await statusesOf(...all)).toEqual(['refunded', 'refunded', 'refunded', 'rejected', 'moderation'])
})

test('a round after a full batch finds what was left', async () => {
  const due = { kind: 'order', author_id: author, title: 'Заказ', published_at: at(-30 * day) } as const
  const rows = Array.from({ length: 101 }, (_, n) => ({ ...due, content_hash: `${n}`, expires_at: at(0) }))
  const ids = await ctx.db
    .insertInto('listings')
    .values(rows.map((row) => ({ ...row, status: 'published' as const })))
    .returning('id')
    .execute()
  const left = ctx.db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'published')
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
  expect(await listingExpiry.run(ctx)).toBe(true)
  expect(await left.execute()).toHaveLength(1)
  expect(await listingExpiry.run(ctx)).toBe(false)
  expect(await left.execute()).toEqual([])
})
