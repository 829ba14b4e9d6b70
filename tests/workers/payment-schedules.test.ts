import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListingStatus, PaymentState } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { listDuePayments } from '#services/payments/money/queries.ts'
import { findTariff, getTariff } from '#services/payments/money/tariffs.ts'
import { claimRefunds, type RefundStep, recordRefundStep } from '#services/payments/refunds/refunds.ts'
import { expireInvoices, makeInquiryDue, scheduleInquiry } from '#services/payments/verification/inquiries.ts'
import { makeLateInquiry } from '#services/payments/verification/later-inquiries.ts'
import { runWhileRowIsLocked } from '#tests/support/orders/held-rows.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/**
 * Tests due payments and the times of their next checks. The clock is frozen, so that each limit is tested to the
 * millisecond.
 */

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
// Postgres drops trailing zeros of a timestamp, so the milliseconds of the test's clock do not end in zero.
const nowMs = Math.floor(Date.now() / 1000) * 1000 + 123
const timeText = (ms = 0) => new Date(nowMs + ms).toISOString()

let setup: WorkerSetup
let ctx: Context
let payer: { id: number; telegram_id: number }
beforeAll(async () => {
  setup = await setUpWorkers()
  ctx = { ...setup.ctx, now: () => new Date(nowMs) }
})
beforeEach(async () => {
  payer = await insertPerson(setup, { in_telegram: false })
  // Payments of earlier tests are made not due.
  await ctx.db
    .updateTable('payments')
    .set({ next_check_at: null, expires_at: timeText(9 * day) })
    .execute()
})

type PaymentColumns = {
  rail?: 'robokassa' | 'stars'
  next_check_at?: string | null
  status?: ListingStatus
  [column: string]: unknown
}

async function payment(
  state: PaymentState,
  { status = 'draft', ...columns }: PaymentColumns = {},
): Promise<number> {
  const listing_id = await insertOrder(setup, payer.id, { status, published_at: null })
  const isPaid = ['paid', 'refund_pending', 'refunded'].includes(state)
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      kind: 'project',
      listing_id,
      payer_id: payer.id,
      amount: 250_000,
      rail: 'robokassa',
      state,
      expires_at: timeText(day),
      next_check_at: timeText(),
      paid_at: isPaid ? timeText(-day) : null,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function rowOf(id: number) {
  const row = await ctx.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const dueInMs = row.next_check_at && Date.parse(row.next_check_at) - nowMs
  return { ...row, dueInMs }
}

const casesOf = (payment_id: number) =>
  ctx.db
    .selectFrom('payment_cases')
    .select(['kind', 'state', 'details'])
    .where('payment_id', '=', payment_id)
    .execute()

describe('refunds', () => {
  test('are claimed when they are due, the longest waiting first, each by one process', async () => {
    const [laterDue, earlierDue, heldPayment] = [
      await payment('refund_pending', { op_key: 'op', refund_key: 'r', next_check_at: timeText() }),
      await payment('refund_pending', { rail: 'stars', next_check_at: timeText(-minute), checks: 4 }),
      await payment('refund_pending', { next_check_at: timeText(-hour) }),
    ]
    await payment('refund_pending', { next_check_at: timeText(1) })
    await payment('paid')
    const telegram_id = payer.telegram_id
    expect(await runWhileRowIsLocked(ctx.db, 'payments', heldPayment, () => claimRefunds(ctx, 1))).toEqual([
      { id: earlierDue, rail: 'stars', is_test: false, op_key: null, refund_key: null, telegram_id },
    ])
    await ctx.db
      .updateTable('payments')
      .set({ next_check_at: timeText(day) })
      .where('id', '=', heldPayment)
      .execute()
    expect(await claimRefunds(ctx, 10)).toEqual([
      { id: laterDue, rail: 'robokassa', is_test: false, op_key: 'op', refund_key: 'r', telegram_id },
    ])
    expect(await claimRefunds(ctx, 10)).toEqual([])
    expect(await rowOf(earlierDue)).toMatchObject({ checks: 5, dueInMs: 30 * second })
  })

  test.each([
    [0, minute],
    [1, 5 * second],
    [2, 30 * second],
    [3, 2 * minute],
    [4, 10 * minute],
    [5, 30 * minute],
    [6, hour],
    [7, hour],
  ])('that are not through after %i looks are looked at after %i ms', async (checks, waitMs) => {
    const id = await payment('refund_pending', { checks, refund_key: 'first' })
    await recordRefundStep(ctx, id, { meaning: 'waiting' })
    expect(await rowOf(id)).toMatchObject({ state: 'refund_pending', dueInMs: waitMs, refund_key: 'first' })
    await recordRefundStep(ctx, id, { meaning: 'waiting', refund_key: 'second' })
    expect((await rowOf(id)).refund_key).toBe('second')
    expect(await casesOf(id)).toEqual([])
  })

  test('without a decision are shown to a person after thirty looks, and go on', async () => {
    const [soonDue, longDue] = [
      await payment('refund_pending', { checks: 29 }),
      await payment('refund_pending', { checks: 30 }),
    ]
    for (const id of [soonDue, longDue]) await recordRefundStep(ctx, id, { meaning: 'waiting' })
    expect(await casesOf(soonDue)).toEqual([])
    expect(await casesOf(longDue)).toEqual([{ kind: 'stuck', state: 'open', details: {} }])
    expect((await rowOf(longDue)).dueInMs).toBe(hour)
    await recordRefundStep(ctx, longDue, { meaning: 'returned' })
    expect(await rowOf(longDue)).toMatchObject({
      state: 'refunded',
      refunded_at: timeText(),
      next_check_at: null,
    })
    expect(await casesOf(longDue)).toMatchObject([{ kind: 'stuck', state: 'resolved' }])
  })

  test('that are refused wait for a person', async () => {
    const id = await payment('refund_pending')
    await recordRefundStep(ctx, id, { meaning: 'refused', refusal: 'NotEnoughOperationFunds' })
    expect(await rowOf(id)).toMatchObject({ state: 'refund_pending', next_check_at: null })
    const details = { refusal: 'NotEnoughOperationFunds' }
    expect(await casesOf(id)).toEqual([{ kind: 'refund_failed', state: 'open', details }])
  })

  test('of what is no refund any more change nothing', async () => {
    const id = await payment('paid')
    const refundSteps: RefundStep[] = [
      { meaning: 'returned' },
      { meaning: 'waiting' },
      { meaning: 'refused', refusal: 'x' },
    ]
    for (const step of refundSteps) await recordRefundStep(ctx, id, step)
    expect(await rowOf(id)).toMatchObject({ state: 'paid', dueInMs: 0 })
    expect(await casesOf(id)).toEqual([])
  })
})

describe('inquiries about what is open', () => {
  test('are due by the hour until a day after the end, and as long as money was reported', async () => {
    const refunds = [
      await payment('pending', { next_check_at: timeText(-4), expires_at: timeText(-9 * day) }),
      await payment('created', { next_check_at: timeText() }),
      await payment('expired', { next_check_at: timeText(-2), expires_at: timeText(-day + 1) }),
      await payment('failed', { next_check_at: timeText(-3) }),
    ]
    await payment('created', { next_check_at: timeText(1) })
    await payment('expired', { next_check_at: timeText(-1), expires_at: timeText(-day) })
    await payment('created', { rail: 'stars' })
    await payment('paid')
    await payment('refund_pending')
    const [first, lastStep, thirdStep, second] = refunds
    expect(await listDuePayments(ctx.db, new Date(nowMs), 10)).toEqual([first, second, thirdStep, lastStep])
    expect(await listDuePayments(ctx.db, new Date(nowMs), 2)).toEqual([first, second])
  })

  test.each<[string, PaymentState, PaymentColumns, number | null]>([
    ['a new invoice', 'created', {}, minute],
    ['one that was asked about', 'created', { checks: 3 }, 10 * minute],
    ['a link that ended a day ago', 'expired', { checks: 9, expires_at: timeText(-day) }, hour],
    ['a link that ended before', 'expired', { checks: 9, expires_at: timeText(-day - 1) }, 6 * day - 1],
    ['a link whose questions are over', 'expired', { checks: 9, expires_at: timeText(-41 * day) }, null],
    ['reported money of an old link', 'pending', { checks: 9, expires_at: timeText(-41 * day) }, hour],
  ])('the next one about %s', async (_name, state, columns, expectedMs) => {
    const id = await payment(state, columns)
    await scheduleInquiry(ctx, id)
    expect(await rowOf(id)).toMatchObject({
      dueInMs: expectedMs,
      checked_at: timeText(),
      checks: Number(columns.checks ?? 0) + 1,
    })
    const events = ctx.db.selectFrom('events').select(['topic', 'payload']).orderBy('id', 'desc')
    expect(await events.executeTakeFirst()).toEqual({
      topic: 'payment.reported',
      payload: { payment_id: id },
    })
  })

  test('are hurried for a card’s payment that is not known to be paid, and for it alone', async () => {
    const laterCheck = { next_check_at: timeText(hour) }
    const [otherPayment, createdPayment] = [
      await payment('created', laterCheck),
      await payment('created', laterCheck),
    ]
    expect(await makeInquiryDue(ctx, createdPayment)).toBe(true)
    expect([(await rowOf(createdPayment)).dueInMs, (await rowOf(otherPayment)).dueInMs]).toEqual([0, hour])
    for (const id of [
      await payment('paid', laterCheck),
      await payment('created', { ...laterCheck, rail: 'stars' }),
    ]) {
      expect(await makeInquiryDue(ctx, id)).toBe(false)
      expect((await rowOf(id)).dueInMs).toBe(hour)
    }
    expect(await makeInquiryDue(ctx, 2_000_000_000)).toBe(false)
  })
})

test('an invoice lapses at its end; its listing waits for its author as before', async () => {
  const status = 'awaiting_payment'
  const endedPayment = await payment('created', { expires_at: timeText(), status })
  const renewal = await payment('created', { expires_at: timeText(-1), status })
  const payableRow = await payment('created', { expires_at: timeText(1), status })
  const reportedPayment = await payment('pending', { expires_at: timeText(-1), status })
  const listings = (await Promise.all([endedPayment, renewal, payableRow, reportedPayment].map(rowOf))).map(
    (row) => row.listing_id,
  )
  const publishListing = ctx.db.updateTable('listings').set({ published_at: timeText(-day) })
  await publishListing.where('id', '=', listings[1] ?? 0).execute()
  expect(await expireInvoices(ctx, 1)).toBe(1)
  expect(await expireInvoices(ctx)).toBe(1)
  expect(await expireInvoices(ctx)).toBe(0)
  const states = await Promise.all([endedPayment, renewal, payableRow, reportedPayment].map(rowOf))
  expect(states.map(({ state }) => state)).toEqual(['expired', 'expired', 'created', 'pending'])
  const statuses = await Promise.all(
    listings.map((id) =>
      ctx.db.selectFrom('listings').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
    ),
  )
  expect(statuses.map((row) => row.status)).toEqual(['draft', 'expired', status, status])
})

test('the last questions are asked one by one, the longest waiting first, about what is over', async () => {
  const listUnanswered = async () => {
    await ctx.redis.del('later-inquiry')
    return makeLateInquiry(ctx).catch(() => 'no answer')
  }
  const [laterUnanswered, earlierUnanswered, heldUnanswered] = [
    await payment('expired', { expires_at: timeText(-day), next_check_at: timeText() }),
    await payment('paid', { next_check_at: timeText(-1) }),
    await payment('paid', { next_check_at: timeText(-hour) }),
  ]
  const otherPayments = [
    await payment('expired', { expires_at: timeText(-day + 1), next_check_at: timeText(-2) }),
    await payment('pending', { expires_at: timeText(-2 * day), next_check_at: timeText(-2) }),
    await payment('paid', { rail: 'stars', next_check_at: timeText(-2) }),
    await payment('paid', { next_check_at: timeText(1) }),
  ]
  const rowsBefore = await Promise.all(otherPayments.map(rowOf))
  expect(await runWhileRowIsLocked(ctx.db, 'payments', heldUnanswered, listUnanswered)).toBe('no answer')
  expect((await rowOf(earlierUnanswered)).dueInMs).toBe(hour)
  expect((await rowOf(laterUnanswered)).dueInMs).toBe(0)
  await ctx.db.updateTable('payments').set({ next_check_at: null }).where('id', '=', heldUnanswered).execute()
  expect(await listUnanswered()).toBe('no answer')
  expect((await rowOf(laterUnanswered)).dueInMs).toBe(hour)
  expect(await listUnanswered()).toBeUndefined()
  expect(await Promise.all(otherPayments.map(rowOf))).toEqual(rowsBefore)
})

test('a tariff is the latest of its category and period, else the general one', async () => {
  const general = {
    product: 'vacancy',
    category_id: null,
    period_days: 45,
    valid_from: timeText(-day),
  } as const
  const rows = [
    { ...general, amount: 2 },
    { ...general, amount: 1, valid_from: timeText(-2 * day) },
    { ...general, amount: 3, valid_from: timeText(1) },
    { ...general, amount: 4, category_id: 101, valid_from: timeText(-3 * day) },
    { ...general, amount: 5, category_id: 102 },
    { ...general, amount: 6, period_days: 46 },
    { ...general, amount: 7, product: 'project' as const },
  ]
  await ctx.db.insertInto('tariffs').values(rows).execute()
  const amount = async (category_id: number | null, ms = 0) => {
    const product = { kind: 'vacancy', category_id, period_days: 45 } as const
    return (await findTariff(ctx.db, product, new Date(nowMs + ms)))?.amount
  }
  expect(await Promise.all([null, 101, 102, 201].map((id) => amount(id)))).toEqual([2, 4, 5, 2])
  expect([await amount(null, -day), await amount(null, -day - 1), await amount(null, 1)]).toEqual([2, 1, 3])
  const unsoldTariff = { kind: 'vacancy', category_id: null, period_days: 44 } as const
  await expect(getTariff(ctx.db, unsoldTariff, new Date(nowMs))).rejects.toMatchObject({
    code: 'unavailable',
  })
})
