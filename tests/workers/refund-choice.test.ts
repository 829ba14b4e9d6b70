import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentState } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { refundCredits, refundPlacement } from '#services/payments/refunds/automatic-refunds.ts'
import { claimRefunds, recordRefundStep, startRefund } from '#services/payments/refunds/refunds.ts'
import { share } from '#tests/support/run/share.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

/**
 * Tests which payments are refunded automatically and when a refund takes its next step. The results are compared with
 * simple models.
 */

const [second, minute, day] = [1000, 60_000, 86_400_000]
const startMs = Math.floor(Date.now() / second) * second
const timeText = (ms: number) => new Date(ms).toISOString()

let setup: WorkerSetup
let ctx: Context
let nowMs = startMs
beforeAll(async () => {
  setup = await setUpWorkers()
  ctx = { ...setup.ctx, now: () => new Date(nowMs) }
})

const newPerson = async () => (await insertPerson(setup, { in_telegram: false })).id

type NewPayment = {
  listing_id: number
  payer_id: number
  state: PaymentState
  isMoney: boolean
  paidMs: number
}

async function insertPayment({ listing_id, payer_id, state, isMoney, paidMs }: NewPayment): Promise<number> {
  const isPaid = ['paid', 'refund_pending', 'refunded'].includes(state)
  const { id } = await setup.owner
    .insertInto('payments')
    .values({
      kind: 'project',
      listing_id,
      payer_id,
      amount: isMoney ? 250_000 : 0,
      rail: isMoney ? 'robokassa' : 'credit',
      source: isMoney ? 'money' : 'credit',
      state,
      paid_at: isPaid ? timeText(paidMs) : null,
      expires_at: timeText(startMs + day),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const insertCredit = async (user_id: number, columns: { source?: number | null; spent?: number | null }) =>
  (
    await setup.owner
      .insertInto('credits')
      .values({
        user_id,
        product: 'project',
        reason: 'granted',
        source_payment_id: columns.source ?? null,
        spent_payment_id: columns.spent ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const stateOf = async (id: number) =>
  (await setup.owner.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state

/** A random payment by the author: of the listing whose placement is refunded, or of another listing. */
type Payment = {
  state: PaymentState
  isMoney: boolean
  /** Seconds between the end of the last placement and the payment. */
  afterEnd: number
  /** True if the payment became a credit, because it paid for no placement. */
  isCredited: boolean
  isOfListing: boolean
}
const payment: fc.Arbitrary<Payment> = fc.record({
  state: fc.constantFrom<PaymentState>(
    'paid',
    'paid',
    'paid',
    'refund_pending',
    'refunded',
    'expired',
    'failed',
  ),
  isMoney: fc.boolean(),
  afterEnd: fc.constantFrom(-100_000, -1, 0, 1, 100_000),
  isCredited: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  isOfListing: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
})

test('money and credits for a placement that never began go back; what has run, was credited or is another’s stays', async () => {
  const payments = fc.array(payment, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(payments, fc.boolean(), async (payments, hasRun) => {
      const author = await newPerson()
      const [listing_id, other_id] = [
        await insertOrder(setup, author, { expires_at: hasRun ? timeText(startMs) : null }),
        await insertOrder(setup, author),
      ]
      const ids: number[] = []
      const spentIds: (number | null)[] = []
      for (const { state, isMoney, afterEnd, isCredited, isOfListing } of payments) {
        const id = await insertPayment({
          listing_id: isOfListing ? listing_id : other_id,
          payer_id: author,
          state,
          isMoney,
          paidMs: startMs + afterEnd * second,
        })
        ids.push(id)
        spentIds.push(isMoney ? null : await insertCredit(author, { spent: id }))
        if (isCredited && state === 'paid') await insertCredit(author, { source: id })
      }
      await ctx.db.transaction().execute((tx) => refundPlacement(ctx, tx, listing_id))
      for (const [n, { state, isMoney, afterEnd, isCredited, isOfListing }] of payments.entries()) {
        const isNext = !hasRun || afterEnd > 0
        const goesBack = state === 'paid' && isOfListing && isNext && !isCredited
        expect([n, await stateOf(ids[n] ?? 0)]).toEqual([
          n,
          !goesBack ? state : isMoney ? 'refund_pending' : 'refunded',
        ])
        if (isMoney) continue
        const credit = await setup.owner
          .selectFrom('credits')
          .select('spent_payment_id')
          .where('id', '=', spentIds[n] ?? 0)
          .executeTakeFirst()
        expect([n, credit?.spent_payment_id]).toEqual([n, goesBack ? null : ids[n]])
      }
    }),
    { numRuns: share(100, 12), endOnFailure: true },
  )
})

test('who leaves gets the money behind unspent credits back, through any credit that it was before, and no gift', async () => {
  type Credit = { source: 'gift' | 'money' | 'refunded' | 'earlier_credit'; isSpent: boolean; isOwn: boolean }
  const credit: fc.Arbitrary<Credit> = fc.record({
    source: fc.constantFrom<Credit['source']>('gift', 'money', 'money', 'refunded', 'earlier_credit'),
    isSpent: fc.boolean(),
    isOwn: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(credit, { minLength: 1, maxLength: 6 }), async (credits) => {
      const [leaver, other] = [await newPerson(), await newPerson()]
      const listing_id = await insertOrder(setup, leaver)
      const insertPaidPayment = (payer_id: number, isMoney: boolean, state: PaymentState = 'paid') =>
        insertPayment({ listing_id, payer_id, state, isMoney, paidMs: startMs })
      const placed: { id: number; origin: number | null; between: number | null }[] = []
      for (const { source, isSpent, isOwn } of credits) {
        const user_id = isOwn ? leaver : other
        const origin =
          source === 'gift'
            ? null
            : await insertPaidPayment(user_id, true, source === 'refunded' ? 'refunded' : 'paid')
        // A payment of money became an earlier credit. The payment made with that credit became the present credit.
        const between = source === 'earlier_credit' ? await insertPaidPayment(user_id, false) : null
        if (between !== null) await insertCredit(user_id, { source: origin, spent: between })
        const spentPayment = isSpent ? await insertPaidPayment(user_id, false) : null
        placed.push({
          id: await insertCredit(user_id, { source: between ?? origin, spent: spentPayment }),
          origin,
          between,
        })
      }
      await ctx.db.transaction().execute((tx) => refundCredits(ctx, tx, leaver))
      for (const [n, { source, isSpent, isOwn }] of credits.entries()) {
        const { id, origin, between } = placed[n] ?? { id: 0, origin: null, between: null }
        const goesBack = isOwn && !isSpent && (source === 'money' || source === 'earlier_credit')
        const keptCredits = await setup.owner
          .selectFrom('credits')
          .select('id')
          .where('id', '=', id)
          .execute()
        expect([n, keptCredits.length]).toEqual([n, goesBack ? 0 : 1])
        const stateBefore = source === 'refunded' ? 'refunded' : 'paid'
        if (origin !== null)
          expect([n, await stateOf(origin)]).toEqual([n, goesBack ? 'refund_pending' : stateBefore])
        if (between !== null) expect([n, await stateOf(between)]).toEqual([n, goesBack ? 'refunded' : 'paid'])
      }
    }),
    { numRuns: share(100, 12), endOnFailure: true },
  )
})

test('a refund takes its steps after waits that grow to an hour, opens a case after a day, and ends once', async () => {
  /**
   * Answers of the provider to the steps of a refund: the number of "waiting" answers, then the final answer if any.
   */
  const answers = fc.record({
    waits: fc.integer({ min: 0, max: 34 }),
    end: fc.constantFrom<'returned' | 'refused' | 'none'>('returned', 'refused', 'none'),
    /** Index of the refund step after whose claim the process dies. */
    lost: fc.nat(40),
  })
  const waitOf = (step: number) =>
    [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute][step] ?? 60 * minute
  await fc.assert(
    fc.asyncProperty(answers, async ({ waits, end, lost }) => {
      nowMs = startMs
      const payer_id = await newPerson()
      const listing_id = await insertOrder(setup, payer_id)
      const id = await insertPayment({ listing_id, payer_id, state: 'paid', isMoney: true, paidMs: startMs })
      await ctx.db
        .transaction()
        .execute((tx) => startRefund(ctx, tx, { id, state: 'paid' }, 'the author took it away'))
      const isClaimed = async () => (await claimRefunds(ctx, 1000)).some((refund) => refund.id === id)
      const casesOf = async () =>
        (
          await setup.owner
            .selectFrom('payment_cases')
            .select('kind')
            .where('payment_id', '=', id)
            .where('state', '=', 'open')
            .execute()
        ).map(({ kind }) => kind)
      for (let step = 0; step < waits; step++) {
        expect(await isClaimed()).toBe(true)
        expect(await isClaimed()).toBe(false)
        if (step === lost) {
          nowMs += 30 * second - 1
          expect(await isClaimed()).toBe(false)
          nowMs += 1
          continue
        }
        await recordRefundStep(ctx, id, { meaning: 'waiting' })
        nowMs += waitOf(step) - 1
        expect(await isClaimed()).toBe(false)
        nowMs += 1
      }
      // A payment case opens at the provider's thirtieth "waiting" answer.
      const isLostLast = lost === waits - 1
      const isStuck = waits > 30 || (waits === 30 && !isLostLast)
      expect(await casesOf()).toEqual(isStuck ? ['stuck'] : [])
      if (end === 'none') return
      expect(await isClaimed()).toBe(true)
      await recordRefundStep(
        ctx,
        id,
        end === 'returned' ? { meaning: 'returned' } : { meaning: 'refused', refusal: 'no money' },
      )
      nowMs += 100 * day
      expect(await isClaimed()).toBe(false)
      expect(await stateOf(id)).toBe(end === 'returned' ? 'refunded' : 'refund_pending')
      const isBack = end === 'returned'
      expect((await casesOf()).toSorted()).toEqual(
        isBack ? [] : isStuck ? ['refund_failed', 'stuck'] : ['refund_failed'],
      )
      if (!isBack) return
      await recordRefundStep(ctx, id, { meaning: 'refused', refusal: 'an old answer' })
      expect([await stateOf(id), await casesOf()]).toEqual(['refunded', []])
    }),
    { numRuns: share(40, 6), endOnFailure: true },
  )
})
