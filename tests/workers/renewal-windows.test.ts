import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#services/core/context.ts'
import {
  endUnrenewedResponses,
  expireListings,
  remindOfExpiry,
} from '#services/lifecycle/publication/expire.ts'
import { allowContent } from '#services/listings/content/approved-content.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { applyPayment, extendPlacement } from '#services/payments/verification/apply-payment.ts'
import { share } from '#tests/support/run/share.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/** Tests renewals, ends and reminders of a placement. Random histories are compared with a simple model. */

const [second, hour, day] = [1000, 3_600_000, 86_400_000]
const week = 7 * day
const startMs = Math.floor(Date.now() / second) * second

let setup: WorkerSetup
let ctx: Context
let nowMs: number
let author: number
let sender: number
beforeAll(async () => {
  setup = await setUpWorkers()
  ctx = { ...setup.ctx, now: () => new Date(nowMs) }
  author = (await insertPerson(setup, { in_telegram: false })).id
  sender = (await insertPerson(setup, { in_telegram: false })).id
})

/**
 * A step of a listing's random history. The clock advances by some hours, or to a moment near a limit of the placement.
 * Then a payment may be made. A `late` payment uses a payment link that is older than all other payments.
 */
type Step = {
  to: 'hours' | 'end' | 'five_days_before' | 'one_day_before' | 'last_renewal' | 'period_before'
  ms: number
  payment: 'none' | 'renewal' | 'late'
}
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    to: fc.constant('hours' as const),
    ms: fc
      .oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 45 * 24 }))
      .map((hours) => hours * hour),
    payment: fc.constantFrom<Step['payment']>('none', 'renewal', 'renewal', 'late'),
  }),
  fc.record({
    to: fc.constantFrom<Step['to']>(
      'end',
      'five_days_before',
      'one_day_before',
      'last_renewal',
      'period_before',
    ),
    ms: fc.constantFrom(-second, 0, second),
    payment: fc.constantFrom<Step['payment']>('none', 'renewal', 'renewal', 'late'),
  }),
)
const history = fc.record({
  // The placement of 3 days is shorter than the 5 days before its end at which the first reminder is due.
  period: fc.constantFrom(3, 30, 60),
  steps: fc.array(step, { minLength: 1, maxLength: 9 }),
})

/** The model of a listing's placement, by the rules of the help pages. Times are in milliseconds. */
type Placement = {
  status: 'published' | 'expired'
  publishedMs: number
  endMs: number
  renewedMs: number | null
  lastPaidMs: number | null
  isResponseWaiting: boolean
  /** Reminders that were sent, each as the days before the end and the end of the placement. */
  reminders: string[]
  credits: number
}

function momentOf({ to, ms }: Step, { endMs }: Placement, periodMs: number): number {
  const moments = {
    hours: nowMs + ms,
    end: endMs + ms,
    five_days_before: endMs - 5 * day + ms,
    one_day_before: endMs - day + ms,
    last_renewal: endMs + week + ms,
    period_before: endMs - periodMs + ms,
  }
  // A step takes at least an hour, so no two payments are made at the same time.
  return Math.max(nowMs + hour, moments[to])
}

/**
 * Models the periodic work: expires the placement, ends waiting responses once renewal is no longer possible, and sends
 * the nearest due reminder.
 */
function passTimeInModel(model: Placement): void {
  if (model.status === 'published' && model.endMs <= nowMs) model.status = 'expired'
  if (model.status === 'expired' && model.endMs <= nowMs - week) model.isResponseWaiting = false
  const listedMs = model.renewedMs ?? model.publishedMs
  const days = [1, 5].find((count) => model.endMs <= nowMs + count * day)
  if (model.status !== 'published' || days === undefined || listedMs > nowMs - day) return
  const reminder = `${days}:${model.endMs / second}`
  if (!model.reminders.includes(reminder)) model.reminders.push(reminder)
}

function payInModel(model: Placement, payment: 'renewal' | 'late', periodMs: number): void {
  const isSecond = payment === 'late' && model.lastPaidMs !== null
  model.lastPaidMs = nowMs
  if (model.status === 'expired') {
    model.status = 'published'
    model.endMs = nowMs + periodMs
    model.renewedMs = nowMs
    return
  }
  // The late link was made before another payment for the same placement, so its payment becomes a credit.
  if (isSecond) {
    model.credits += 1
    return
  }
  // A renewal moves the listing to the top at most once in each paid period. Periods are counted back from the
  // placement's end.
  let periodStartMs = model.endMs
  while (periodStartMs > nowMs) periodStartMs -= periodMs
  if (model.renewedMs === null || model.renewedMs < periodStartMs) model.renewedMs = nowMs
  model.endMs += periodMs
}

const timeText = (ms: number) => new Date(ms).toISOString()

async function publish(period: number): Promise<number> {
  const id = await insertOrder(setup, author, {
    published_at: timeText(startMs),
    expires_at: timeText(startMs + period * day),
    placement_period: period,
  })
  await setup.owner
    .insertInto('orders')
    .values({ listing_id: id, subtitle: 'Сайт с меню и картой' })
    .execute()
  await setup.owner
    .insertInto('responses')
    .values({ listing_id: id, user_id: sender, response_text: 'Сделаю' })
    .execute()
  await ctx.db.transaction().execute((tx) => allowContent(tx, 'order', id))
  return id
}

/** Inserts a confirmed payment and applies it to the listing, as the payment verification does. */
async function applyPaid(listing_id: number, createdMs: number): Promise<void> {
  const now = timeText(nowMs)
  await ctx.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('payments')
      .values({
        kind: 'project',
        listing_id,
        payer_id: author,
        amount: 250_000,
        rail: 'robokassa',
        state: 'paid',
        paid_at: now,
        expires_at: now,
        created_at: timeText(createdMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = await lockPayment(tx, id)
    if (payment) await applyPayment(ctx, tx, payment)
  })
}

async function runRounds(): Promise<void> {
  await expireListings(ctx, 100)
  await endUnrenewedResponses(ctx, 100)
  await remindOfExpiry(ctx)
}

async function readPlacement(id: number, reminders: string[]) {
  const listing = await ctx.db
    .selectFrom('listings')
    .select(['status', 'expires_at', 'renewed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const response = await ctx.db
    .selectFrom('responses')
    .select('status')
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow()
  const { credits } = await ctx.db
    .selectFrom('credits')
    .innerJoin('payments', 'payments.id', 'credits.source_payment_id')
    .select((eb) => eb.fn.countAll<string>().as('credits'))
    .where('payments.listing_id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    status: listing.status,
    endMs: Date.parse(listing.expires_at ?? ''),
    renewedMs: listing.renewed_at === null ? null : Date.parse(listing.renewed_at),
    isResponseWaiting: response.status === 'no_show',
    credits: Number(credits),
    reminders,
  }
}

async function remindersOf(id: number): Promise<string[]> {
  const prefix = `listing_expiring:${id}:`
  const rows = await ctx.db
    .selectFrom('deliveries')
    .select('dedupe_key')
    .where('dedupe_key', 'like', `${prefix}%`)
    .execute()
  return rows.map(({ dedupe_key }) => `${dedupe_key}`.slice(prefix.length)).toSorted()
}

test('a placement runs, is renewed and ends as the plain rules say, to the second', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ period, steps }) => {
      nowMs = startMs
      const id = await publish(period)
      const periodMs = period * day
      const model: Placement = {
        status: 'published',
        publishedMs: startMs,
        endMs: startMs + periodMs,
        renewedMs: null,
        lastPaidMs: null,
        isResponseWaiting: true,
        reminders: [],
        credits: 0,
      }
      for (const step of steps) {
        nowMs = momentOf(step, model, periodMs)
        passTimeInModel(model)
        await runRounds()
        if (step.payment !== 'none') {
          payInModel(model, step.payment, periodMs)
          await applyPaid(id, step.payment === 'late' ? startMs : nowMs - 60 * second)
        }
        const { publishedMs: _, lastPaidMs: __, ...expected } = model
        const actualPlacement = await readPlacement(id, await remindersOf(id))
        expect(actualPlacement).toEqual({ ...expected, reminders: expected.reminders.toSorted() })
      }
    }),
    { numRuns: share(50, 12), endOnFailure: true },
  )
})

describe('a renewal before the end', () => {
  const minute = 60_000
  const timeText = (ms = 0) => new Date(nowMs + ms).toISOString()
  beforeEach(() => {
    // Postgres drops trailing zeros of a timestamp, so the milliseconds of the test's clock do not end in zero.
    nowMs = startMs + 123
  })

  const renewListing = async (columns: object, days = 30) => {
    const listing_id = await insertOrder(setup, author, { published_at: timeText(-day), ...columns })
    const created_at = timeText(-minute)
    const isRenewal = await ctx.db
      .transaction()
      .execute((tx) => extendPlacement(ctx, tx, { id: 1, created_at }, { listing_id, days }))
    expect(isRenewal).toBe(true)
    const { renewed_at, expires_at } = await ctx.db
      .selectFrom('listings')
      .select(['renewed_at', 'expires_at'])
      .where('id', '=', listing_id)
      .executeTakeFirstOrThrow()
    return [renewed_at, expires_at]
  }

  test('adds its days to the end, or to now when that is over', async () => {
    expect((await renewListing({ expires_at: timeText(5 * day) }))[1]).toBe(timeText(35 * day))
    expect((await renewListing({ expires_at: timeText(-1) }, 10))[1]).toBe(timeText(10 * day))
  })

  test('lifts the listing unless it rose in the period that runs', async () => {
    const expires_at = timeText(40 * day)
    const start = -20 * day
    expect((await renewListing({ expires_at }))[0]).toBe(timeText())
    expect((await renewListing({ expires_at, renewed_at: timeText(start) }))[0]).toBe(timeText(start))
    expect((await renewListing({ expires_at, renewed_at: timeText(start - 1) }))[0]).toBe(timeText())
  })
})
