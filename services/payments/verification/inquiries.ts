import { nextStatus, payableStates } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { moveListing } from '#services/listings/moves.ts'
import { hourlyPhaseMs, nextLateInquiry, nextWait } from '#services/payments/money/inquiry-schedule.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { operationState } from '#services/payments/robokassa/payment.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'

/**
 * Asks the provider about one payment. The caller passes the answer to `applyAnswer`.
 * @throws RobokassaUnavailable
 */
export function askProvider(ctx: Context, payment_id: number): Promise<OperationState> {
  return operationState(ctx.robokassa, payment_id)
}

/**
 * Schedules the next inquiry and wakes the verification, so that a payment is found even if its result call never came.
 */
export async function scheduleInquiry(ctx: Context, payment_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (!payment) return
    const now = ctx.now().getTime()
    const endedAt = new Date(payment.expires_at)
    // Inquiries about a payment that was reported go on until its state is known.
    const over = payment.state !== 'pending' && now > endedAt.getTime() + hourlyPhaseMs
    await tx
      .updateTable('payments')
      .set({
        checks: payment.checks + 1,
        checked_at: new Date(now).toISOString(),
        next_check_at: over
          ? nextLateInquiry(endedAt, new Date(now))
          : new Date(now + nextWait(payment.checks)).toISOString(),
      })
      .where('id', '=', payment_id)
      .execute()
    await record(ctx, tx, 'payment.reported', { payment_id })
  })
}

/**
 * Makes the next inquiry about a payment due now, for example when the browser returns from the payment page. This also
 * works for replaced and expired links.
 * @returns false if the payment can no longer be paid
 */
export async function makeInquiryDue(ctx: Context, payment_id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payments')
    .set({ next_check_at: ctx.now().toISOString() })
    .where('id', '=', payment_id)
    .where('rail', '=', 'robokassa')
    .where('state', 'in', payableStates)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Expires unpaid invoices whose time has passed and returns their listings to their authors.
 * @returns number of invoices
 */
export async function expireInvoices(ctx: Context, limit = 100): Promise<number> {
  const now = ctx.now().toISOString()
  const over = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'created')
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  for (const { id } of over) await expireInvoice(ctx, id)
  return over.length
}

async function expireInvoice(ctx: Context, payment_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, payment_id)
    const payment = await lockPayment(tx, payment_id)
    if (payment?.state !== 'created' || Date.parse(payment.expires_at) > ctx.now().getTime()) return
    await movePayment(ctx, tx, payment, 'expired', 'the link is over')
    await releaseListing(ctx, tx, payment)
  })
}

/** Returns a locked listing to the state it had before its invoice, once no open invoice is left. */
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
  if (!nextStatus(listing.status, 'lapse')) return
  const move = listing.published_at === null ? 'lapse' : 'lapse_renewal'
  await moveListing(ctx, tx, listing, { by: 'payment', move })
}
