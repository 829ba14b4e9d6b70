import { next, payableStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { moveListing } from '#services/listings/moves.ts'
import { hourlyAfterwards, laterInquiry, waitAfter } from '#services/payments/money/inquiry-schedule.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { operationState } from '#services/payments/robokassa/payment.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'

/**
 * Asks the provider about one payment; the answer is applied by `applyAnswer`.
 * @throws RobokassaUnavailable
 */
export function askProvider(ctx: Context, payment_id: number): Promise<OperationState> {
  return operationState(ctx.robokassa, payment_id)
}

/**
 * Plans the inquiry after this one and wakes the verification: the way a
 * payment is found whose result call never came.
 */
export async function scheduleInquiry(ctx: Context, payment_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (!payment) return
    const now = ctx.now().getTime()
    const ended = new Date(payment.expires_at)
    // Money that was reported is asked about until it is known.
    const over = payment.state !== 'pending' && now > ended.getTime() + hourlyAfterwards
    await tx
      .updateTable('payments')
      .set({
        checks: payment.checks + 1,
        checked_at: new Date(now).toISOString(),
        next_check_at: over
          ? laterInquiry(ended, new Date(now))
          : new Date(now + waitAfter(payment.checks)).toISOString(),
      })
      .where('id', '=', payment_id)
      .execute()
    await record(ctx, tx, 'payment.reported', { payment_id })
  })
}

/**
 * Asks at once, e.g. when the browser came back from the payment page; also about a link that was replaced or is over.
 * @returns whether there is anything to ask about
 */
export async function hurryInquiry(ctx: Context, payment_id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payments')
    .set({ next_check_at: ctx.now().toISOString() })
    .where('id', '=', payment_id)
    .where('rail', '=', 'robokassa')
    .where('state', 'in', payableStates)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes invoices whose time is over and gives their listings back. @returns how many */
export async function lapseInvoices(ctx: Context, limit = 100): Promise<number> {
  const now = ctx.now().toISOString()
  const over = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'created')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  for (const { id } of over) await lapse(ctx, id)
  return over.length
}

async function lapse(ctx: Context, payment_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, payment_id)
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state !== 'created' || Date.parse(payment.expires_at) > ctx.now().getTime()) return
    await movePayment(ctx, tx, payment, 'expired', 'the link is over')
    await releaseListing(ctx, tx, payment)
  })
}

/** Nothing is open for a locked listing any more: it waits for its author as before. */
export async function releaseListing(
  ctx: Context,
  tx: Tx,
  { listing_id }: Pick<PaymentRow, 'listing_id'>,
): Promise<void> {
  if (listing_id === null) return
  const listing = await tx
    .selectFrom('listings')
    .select(['id', 'status', 'published_at'])
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  if (!next(listing.status, 'lapse')) return
  const move = listing.published_at === null ? 'lapse' : 'lapse_renewal'
  await moveListing(ctx, tx, listing, { by: 'payment', move })
}
