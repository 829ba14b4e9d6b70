import { sql } from 'kysely'
import type { z } from 'zod'
import type { PaymentOutcome } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import { type PaymentState, payableStates } from '#contract/lifecycle.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { selectPaidItems } from '#services/payments/money/queries.ts'

type PaymentStatusReply = z.output<typeof PaymentOutcome>
type PaymentTarget = { listing_id: number | undefined; response_id: number | undefined }

/** Minimum time in ms between two inquiries to the provider while the payer waits on the screen. */
const gapMs = 5_000

/**
 * Returns the status of the caller's latest payment for the given listing or response. Without either, it is the latest
 * payment for anything. The next inquiry to the provider is made sooner, because the payer is waiting.
 * @throws not_found
 */
export async function readOutcome(
  ctx: UserContext,
  { listing_id, response_id }: PaymentTarget,
): Promise<PaymentStatusReply> {
  const payment = await selectPaidItems(ctx.db)
    .select(['payment.id', 'payment.kind', 'payment.state', 'payment.refused_at', 'payment.response_id'])
    .select(['payment.payment_url', 'payment.expires_at'])
    .select(['listing.id as listing_id', 'listing.kind as listing_kind'])
    .select(isHeld.as('is_held'))
    .where('payment.payer_id', '=', ctx.viewer.id)
    .$if(listing_id !== undefined, (query) => query.where('payment.listing_id', '=', listing_id ?? 0))
    .$if(response_id !== undefined, (query) => query.where('payment.response_id', '=', response_id ?? 0))
    .orderBy('payment.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!payment) throw new AppError('not_found')
  const { id, kind, state, payment_url, expires_at, is_held, ...rest } = payment
  await hurryInquiry(ctx, id)
  const isPayable = state === 'created' && !is_held && Date.parse(expires_at) > ctx.now().getTime()
  return {
    ...rest,
    payment_type: kind,
    outcome: is_held ? 'held' : outcomeOf(state, rest.refused_at),
    payment_url: isPayable ? payment_url : null,
  }
}

/**
 * SQL condition that a payment waits for an admin, because another sum than the price was paid. The person must not pay
 * again meanwhile.
 */
const isHeld = sql<boolean>`payment.state in (${sql.join(payableStates)}) and exists (select from payment_cases
  where payment_id = payment.id and kind = 'amount_mismatch' and state = 'open')`

function outcomeOf(state: PaymentState, refused_at: string | null): PaymentStatusReply['outcome'] {
  if (state === 'created') return refused_at === null ? 'open' : 'refused'
  if (state === 'pending') return 'open'
  if (state === 'failed') return 'returned'
  return state === 'expired' ? 'over' : 'paid'
}

/** Makes the next inquiry to the provider about a payment due now. It is not counted among the scheduled inquiries. */
async function hurryInquiry(ctx: UserContext, id: number): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('payments')
    .set({ next_check_at: now.toISOString(), checks: sql`greatest(checks - 1, 0)` })
    .where('id', '=', id)
    .where('rail', '=', 'robokassa')
    .where('state', 'in', payableStates)
    .where('next_check_at', '>', now.toISOString())
    .where(sql<boolean>`coalesce(checked_at, created_at) <= ${new Date(now.getTime() - gapMs).toISOString()}`)
    .execute()
}
