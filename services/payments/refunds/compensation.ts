import { AppError } from '#contract/errors.ts'
import { nextStatus } from '#contract/lifecycle.ts'
import {
  caseKindsWithoutPurchase,
  caseKindsWithReturnedMoney,
  type PaymentCaseKind,
} from '#contract/payment-cases.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { moveListing } from '#services/listings/moves.ts'
import { closeTasks } from '#services/moderation/queue/queue.ts'
import { closeCases } from '#services/payments/money/cases.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import {
  hasDeletedAccount,
  lockPaidListing,
  lockPayment,
  type PaymentRow,
} from '#services/payments/money/queries.ts'
import { startRefund } from './refunds.ts'

export type Compensation = { payment_id: number; how: 'refund' | 'credit'; reason: string }

/**
 * Compensates a payer by a refund, or by a credit for a free publication or boost. Before that the purchase is revoked,
 * unless it was already published. A refused refund can be tried again.
 * @param markDone function that runs at the end of the transaction
 * @throws not_found, wrong_state; payer_deleted if a credit is chosen and the payer has deleted the account
 */
export async function compensatePayment(
  ctx: ActorContext,
  compensation: Compensation,
  markDone: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, compensation.payment_id)
    const payment = await lockPayment(tx, compensation.payment_id)
    if (!payment) throw new AppError('not_found')
    await compensate(ctx, tx, payment, compensation)
    await markDone(tx)
  })
}

/**
 * Compensates a payer. The payment and its listing must be locked already.
 * @throws wrong_state
 */
export async function compensate(
  ctx: ActorContext,
  tx: Tx,
  payment: PaymentRow,
  { payment_id, how, reason }: Compensation,
): Promise<void> {
  const cases = await openCases(tx, payment_id)
  const isRefused = payment.state === 'refund_pending' && cases.includes('refund_failed')
  if (payment.source !== 'money' || (payment.state !== 'paid' && !isRefused))
    throw new AppError('wrong_state', { state: payment.state })
  const blockingCase = cases.find((kind) => caseKindsWithReturnedMoney.includes(kind))
  if (blockingCase) throw new AppError('wrong_state', { case: blockingCase })
  const credit = await findCredit(tx, payment_id)
  if (how === 'refund' && credit?.spent_payment_id) throw new AppError('wrong_state', { credit: 'spent' })
  // Nothing has to be revoked if the payment bought nothing, or if the payer got a credit for it.
  const isIdle = cases.some((kind) => caseKindsWithoutPurchase.includes(kind))
  if (!isRefused && !credit && !isIdle) {
    const refusal = await revokePurchase(ctx, tx, payment)
    if (refusal) throw new AppError('wrong_state', { state: refusal })
  }
  if (how === 'credit' && !credit && (await hasDeletedAccount(tx, payment)))
    throw new AppError('payer_deleted')
  if (how === 'refund') await refund(ctx, tx, payment, reason)
  else if (!credit) await grant(ctx, tx, payment)
  await closeCases(ctx, tx, payment_id, { by: ctx.viewer.id, resolution: `${how}: ${reason}` })
  await writeAudit(ctx, tx, {
    actor_id: ctx.viewer.id,
    action: `payment.${how}`,
    subject: { type: 'payment', id: payment_id },
    before: { state: payment.state, cases },
    after: { reason },
  })
}

async function openCases(tx: Tx, payment_id: number): Promise<PaymentCaseKind[]> {
  const rows = await tx
    .selectFrom('payment_cases')
    .select('kind')
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'open')
    .execute()
  return rows.map(({ kind }) => kind)
}

function findCredit(tx: Tx, payment_id: number) {
  return tx
    .selectFrom('credits')
    .select(['id', 'spent_payment_id'])
    .where('source_payment_id', '=', payment_id)
    .forUpdate()
    .executeTakeFirst()
}

async function refund(ctx: ActorContext, tx: Tx, payment: PaymentRow, reason: string): Promise<void> {
  await tx.deleteFrom('credits').where('source_payment_id', '=', payment.id).execute()
  await startRefund(ctx, tx, payment, reason)
}

async function grant(ctx: ActorContext, tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state === 'refund_pending')
    await movePayment(ctx, tx, payment, 'paid', 'a credit instead of the money', { next_check_at: null })
  await tx
    .insertInto('credits')
    .values({
      user_id: payment.payer_id,
      product: payment.kind,
      reason: 'granted',
      source_payment_id: payment.id,
      granted_by: ctx.viewer.id,
    })
    .execute()
  await record(ctx, tx, 'payment.credited', { payment_id: payment.id })
}

/**
 * Revokes the purchase that a payment paid for, unless it was already published.
 * @returns the reason why it is too late to revoke, or null
 */
export async function revokePurchase(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
): Promise<'boosted' | 'published' | null> {
  if (payment.listing_id === null) return 'boosted'
  const listing = await tx
    .selectFrom('listings')
    .select(['id', 'status', 'published_at'])
    .where('id', '=', payment.listing_id)
    .executeTakeFirstOrThrow()
  const move = nextStatus(listing.status, 'withdraw') ? 'withdraw' : 'refund'
  if (listing.published_at !== null || !nextStatus(listing.status, move)) return 'published'
  await moveListing(ctx, tx, listing, { by: 'payment', move })
  await closeTasks(ctx, tx, payment.listing_id)
  return null
}
