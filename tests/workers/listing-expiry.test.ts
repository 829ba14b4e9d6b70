import { beforeAll, expect, test } from 'vitest'
import type { InvitationState } from '#contract/invitations.ts'
import type { ListingStatus, ResponseStatus } from '#contract/lifecycle.ts'
import { listen } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import {
  endUnrenewedResponses,
  expireListings,
  refundAbandoned,
  remindOfExpiry,
} from '#services/lifecycle/publication/expire.ts'
import { runWhileRowIsLocked } from '#tests/support/orders/held-rows.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { listingExpiry } from '#workers/rounds/schedule.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Tests when placements expire, with a stopped clock, so that each limit is tested to the millisecond. */

const [second, hour, day] = [1000, 3_600_000, 86_400_000]
const nowMs = Math.floor(Date.now() / 1000) * 1000
const timeText = (ms: number) => new Date(nowMs + ms).toISOString()

let setup: WorkerSetup
let ctx: Context
let author: number
beforeAll(async () => {
  setup = await setUpWorkers()
  ctx = { ...setup.ctx, now: () => new Date(nowMs) }
  author = (await insertPerson(setup, { in_telegram: false })).id
})

type Columns = { status?: ListingStatus; [column: string]: unknown }

/** Inserts an order that was published thirty days ago. */
const order = (columns: Columns) =>
  insertOrder(setup, author, { published_at: timeText(-30 * day), expires_at: timeText(day), ...columns })

async function insertAnswered(columns: Columns, status: ResponseStatus = 'no_show'): Promise<number> {
  const listing_id = await order(columns)
  const user_id = (await insertPerson(setup, { in_telegram: false })).id
  const response = { listing_id, user_id, status, response_text: 'Сделаю' }
  await ctx.db.insertInto('responses').values(response).execute()
  return listing_id
}

const deleteListings = () => ctx.db.deleteFrom('listings').where('author_id', '=', author).execute()

async function statusesOf(...ids: number[]) {
  const rows = await ctx.db.selectFrom('listings').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

async function responseOf(listing_id: number) {
  const responses = ctx.db.selectFrom('responses').select('status').where('listing_id', '=', listing_id)
  return (await responses.executeTakeFirstOrThrow()).status
}

test('who is reminded, and when', async () => {
  const [fourDays, sixDays] = [4 * day, 6 * day]
  const [expiringSoon, inFiveDays, inOneDay] = [
    await order({ expires_at: timeText(fourDays) }),
    await order({ expires_at: timeText(5 * day) }),
    await order({ expires_at: timeText(day), published_at: timeText(-day) }),
  ]
  for (const unchangedFields of [
    { expires_at: timeText(5 * day + 1) },
    { expires_at: timeText(sixDays) },
    { expires_at: timeText(0) },
    { expires_at: timeText(-day) },
    { expires_at: timeText(fourDays), published_at: timeText(-day + 1) },
    { expires_at: timeText(fourDays), status: 'hidden', hidden_reason: 'owner' },
    { expires_at: timeText(-day), status: 'expired' },
  ] as const)
    await order(unchangedFields)
  let wakeUps = 0
  const stopListening = listen(ctx.config.DATABASE_URL, 'deliveries', () => wakeUps++)
  await eventually(async () => {
    await remindOfExpiry(ctx)
    return wakeUps > 0
  })
  await stopListening()
  expect(await remindOfExpiry(ctx)).toBe(0)
  const reminders = await ctx.db
    .selectFrom('deliveries')
    .select(['kind', 'lane', 'payload', 'dedupe_key'])
    .where('user_id', '=', author)
    .execute()
  const sortByKey = <T extends { dedupe_key: string | null }>(rows: T[]) =>
    rows.toSorted((a, b) => `${a.dedupe_key}`.localeCompare(`${b.dedupe_key}`))
  const reminder = (listing_id: number, msLeft: number, days: number) => ({
    kind: 'listing_expiring',
    lane: 'transactional',
    payload: { listing_id },
    dedupe_key: `listing_expiring:${listing_id}:${days}:${Math.round((nowMs + msLeft) / second)}`,
  })
  expect(sortByKey(reminders)).toEqual(
    sortByKey([
      reminder(expiringSoon, fourDays, 5),
      reminder(inFiveDays, 5 * day, 5),
      reminder(inOneDay, day, 1),
    ]),
  )
  await deleteListings()
})

test('a placement ends at its moment, published or hidden, the oldest first', async () => {
  const [lateListing, earlyListing, hiddenListing, running, assignedListing] = [
    await order({ expires_at: timeText(0) }),
    await order({ expires_at: timeText(-2) }),
    await order({ expires_at: timeText(-1), status: 'hidden', hidden_reason: 'owner' }),
    await order({ expires_at: timeText(1) }),
    await order({ expires_at: timeText(-2), status: 'in_progress' }),
  ]
  const listings = [earlyListing, hiddenListing, lateListing, running, assignedListing]
  expect(await runWhileRowIsLocked(ctx.db, 'listings', earlyListing, () => expireListings(ctx, 1))).toBe(1)
  expect(await statusesOf(...listings)).toEqual([
    'published',
    'expired',
    'published',
    'published',
    'in_progress',
  ])
  expect(await expireListings(ctx, 1)).toBe(1)
  expect(await statusesOf(...listings)).toEqual([
    'expired',
    'expired',
    'published',
    'published',
    'in_progress',
  ])
  expect(await expireListings(ctx, 10)).toBe(1)
  expect(await expireListings(ctx, 10)).toBe(0)
  expect(await statusesOf(...listings)).toEqual(['expired', 'expired', 'expired', 'published', 'in_progress'])
  const events = ctx.db.selectFrom('events').select('payload').where('topic', '=', 'listing.expired')
  expect((await events.orderBy('id').execute()).map(({ payload }) => payload)).toEqual(
    [hiddenListing, earlyListing, lateListing].map((listing_id) => ({ listing_id })),
  )
  await deleteListings()
})

test('whoever still waits seven days after the end is passed over', async () => {
  const week = -7 * day
  const endedResponses = await Promise.all([
    insertAnswered({ expires_at: timeText(week), status: 'expired' }, 'no_show'),
    insertAnswered({ expires_at: timeText(week - 1), status: 'awaiting_payment' }, 'shown'),
    insertAnswered({ expires_at: timeText(week - 2), status: 'refunded' }, 'shortlisted'),
  ])
  const otherCases: [Columns, ResponseStatus][] = [
    [{ expires_at: timeText(week + 1), status: 'expired' }, 'no_show'],
    [{ expires_at: timeText(week), status: 'completed' }, 'no_show'],
    [{ expires_at: timeText(week), status: 'expired' }, 'declined'],
  ]
  const keptResponses = await Promise.all(
    otherCases.map(([columns, status]) => insertAnswered(columns, status)),
  )
  const [lastListing = 0, middleListing = 0, first = 0] = endedResponses
  const readResponses = () => Promise.all(endedResponses.map(responseOf))
  expect(await runWhileRowIsLocked(ctx.db, 'listings', first, () => endUnrenewedResponses(ctx, 1))).toBe(1)
  expect(await readResponses()).toEqual(['no_show', 'not_chosen', 'shortlisted'])
  expect(await endUnrenewedResponses(ctx, 1)).toBe(1)
  expect(await responseOf(first)).toBe('not_chosen')
  expect(await endUnrenewedResponses(ctx, 10)).toBe(1)
  expect(await endUnrenewedResponses(ctx, 10)).toBe(0)
  expect(await readResponses()).toEqual(['not_chosen', 'not_chosen', 'not_chosen'])
  expect(await Promise.all(keptResponses.map(responseOf))).toEqual(['no_show', 'no_show', 'declined'])
  const reasons = ctx.db
    .selectFrom('responses')
    .select('end_reason')
    .where('listing_id', 'in', [lastListing, middleListing])
  expect(await reasons.execute()).toEqual(Array(2).fill({ end_reason: 'not_renewed' }))
})

test('invitations that nobody answered end with them, whether they were seen or not', async () => {
  const insertInvited = async (state: InvitationState) => {
    const listing_id = await order({ expires_at: timeText(-7 * day), status: 'expired' })
    const user_id = (await insertPerson(setup, { in_telegram: false })).id
    await ctx.db.insertInto('invitations').values({ listing_id, user_id, state, among: 1 }).execute()
    return listing_id
  }
  const [sent, seen, declined] = [
    await insertInvited('sent'),
    await insertInvited('seen'),
    await insertInvited('declined'),
  ]
  expect(await endUnrenewedResponses(ctx, 10)).toBe(2)
  expect(await endUnrenewedResponses(ctx, 10)).toBe(0)
  const invitations = await ctx.db.selectFrom('invitations').select(['listing_id', 'state']).execute()
  const states = [sent, seen, declined].map((id) => invitations.find((one) => one.listing_id === id)?.state)
  expect(states).toEqual(['ended', 'ended', 'declined'])
})

test('what was rejected thirty days ago is given up, the oldest first', async () => {
  const insertRejected = (ms: number, columns: Columns = {}) =>
    order({ status: 'rejected', rejected_at: timeText(ms), ...columns })
  const [lateRejected, middleRejected, earlyRejected, freshRejected, resubmitted] = [
    // The order of rejection counts, whatever was published first.
    await insertRejected(-30 * day, { published_at: timeText(-90 * day) }),
    await insertRejected(-30 * day - hour, { published_at: timeText(-60 * day) }),
    await insertRejected(-31 * day, { published_at: timeText(-50 * day) }),
    await insertRejected(-30 * day + 1),
    await insertRejected(-31 * day, { status: 'moderation' }),
  ]
  const rejectedListings = [earlyRejected, middleRejected, lateRejected, freshRejected, resubmitted]
  expect(await runWhileRowIsLocked(ctx.db, 'listings', earlyRejected, () => refundAbandoned(ctx, 1))).toBe(1)
  expect(await statusesOf(...rejectedListings)).toEqual([
    'rejected',
    'refunded',
    'rejected',
    'rejected',
    'moderation',
  ])
  expect(await refundAbandoned(ctx, 1)).toBe(1)
  expect(await refundAbandoned(ctx, 10)).toBe(1)
  expect(await statusesOf(...rejectedListings)).toEqual([
    'refunded',
    'refunded',
    'refunded',
    'rejected',
    'moderation',
  ])
})

test('a round after a full batch finds what was left', async () => {
  const dueColumns = {
    kind: 'order',
    author_id: author,
    title: 'Заказ',
    published_at: timeText(-30 * day),
  } as const
  const rows = Array.from({ length: 101 }, (_, n) => ({
    ...dueColumns,
    content_hash: `${n}`,
    expires_at: timeText(0),
  }))
  const ids = await ctx.db
    .insertInto('listings')
    .values(rows.map((row) => ({ ...row, status: 'published' as const })))
    .returning('id')
    .execute()
  const remainingMessages = ctx.db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'published')
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
  expect(await listingExpiry.run(ctx)).toBe(true)
  expect(await remainingMessages.execute()).toHaveLength(1)
  expect(await listingExpiry.run(ctx)).toBe(false)
  expect(await remainingMessages.execute()).toEqual([])
})
