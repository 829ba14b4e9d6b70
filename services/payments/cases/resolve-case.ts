import { type CaseAct, caseKindsWithoutPurchase } from '#contract/payment-cases.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { closeCases } from '#services/payments/money/cases.ts'
import { moveMoney, moveStrayMoney } from '#services/payments/money/ledger.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import type { PaymentRow } from '#services/payments/money/queries.ts'
import { compensate, revokePurchase } from '#services/payments/refunds/compensation.ts'
import { finishRefund } from '#services/payments/refunds/refunds.ts'
import { applyPayment } from '#services/payments/verification/apply-payment.ts'
import { closeCase, lockCase, type OpenCase } from './case-acts.ts'

/** An action that closes a payment case. The action `check` is excluded, because it leaves the case open. */
export type ResolvingAct = Exclude<CaseAct, 'check'>
export type CaseResolution = { case_id: number; act: ResolvingAct; reason: string }

/**
 * Closes a payment case by an action of an admin. contract/payment-cases.ts describes the effect of each action on the
 * money.
 * @param markDone function that runs at the end of the transaction
 * @throws not_found; wrong_state when the case is closed or does not offer the action now
 */
export async function resolveCase(
  ctx: ActorContext,
  { case_id, act, reason }: CaseResolution,
  markDone: (tx: Tx) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const paymentCase = await lockCase(tx, case_id, act)
    if (paymentCase.payment)
      await resolvePayment(ctx, tx, { ...paymentCase, payment: paymentCase.payment }, act, reason)
    else await moveStrayMoney(tx, case_id, act === 'returned' ? 'provider' : 'product', reason)
    await closeCase(ctx, tx, paymentCase, act, reason)
    await markDone(tx)
  })
}

type PaidCase = OpenCase & { payment: PaymentRow }

function resolvePayment(ctx: ActorContext, tx: Tx, paymentCase: PaidCase, act: ResolvingAct, reason: string) {
  switch (act) {
    case 'refund':
    case 'credit':
      return compensate(ctx, tx, paymentCase.payment, {
        payment_id: paymentCase.payment.id,
        how: act,
        reason,
      })
    case 'apply':
      return applyMoney(ctx, tx, paymentCase, reason)
    case 'returned':
      return recordReturn(ctx, tx, paymentCase, reason)
    case 'accept':
      return moveSuspended(tx, paymentCase.payment.id, 'product', reason)
  }
}

/** Returns the sum that was received according to the payment case, in kopecks or Stars. */
const receivedSum = ({ details }: OpenCase) =>
  typeof details.received === 'number' ? details.received : null

/** Accepts the received sum as the full price. The payment then takes effect like any other payment. */
async function applyMoney(ctx: ActorContext, tx: Tx, paymentCase: PaidCase, reason: string): Promise<void> {
  const { payment, details } = paymentCase
  await moveMoney(tx, payment.id, 'suspense', reason, receivedSum(paymentCase))
  const op_key = typeof details.op_key === 'string' ? details.op_key : null
  const columns = { paid_at: ctx.now().toISOString(), next_check_at: null, ...(op_key && { op_key }) }
  await movePayment(ctx, tx, payment, 'paid', 'an admin took the money as it came', columns)
  await closeCases(ctx, tx, payment.id, { by: ctx.viewer.id, resolution: `apply: ${reason}` })
  await applyPayment(ctx, tx, payment)
}

/**
 * Records that the payer has got the money back. Anything that the payment bought and that is already published or used
 * stays, at the product's cost.
 */
async function recordReturn(ctx: ActorContext, tx: Tx, paymentCase: PaidCase, reason: string): Promise<void> {
  const { payment, kind } = paymentCase
  if (payment.state === 'refund_pending') return finishRefund(ctx, tx, payment)
  if (payment.state !== 'paid') return moveSuspended(tx, payment.id, 'provider', reason)
  const isReturn = kind === 'returned_outside' || kind === 'chargeback'
  const part = isReturn ? receivedSum(paymentCase) : null
  const isWhole = part === null || part >= payment.amount
  if (isWhole && (await undoPurchase(ctx, tx, paymentCase))) return finishRefund(ctx, tx, payment)
  await moveMoney(tx, payment.id, 'provider', reason, part)
}

/**
 * Undoes the purchase that the payment paid for.
 * @returns true if the purchase could be undone completely
 */
async function undoPurchase(ctx: ActorContext, tx: Tx, { payment, kind, facts }: PaidCase): Promise<boolean> {
  if (facts?.is_credit_spent) return false
  if (facts?.has_credit) {
    await tx.deleteFrom('credits').where('source_payment_id', '=', payment.id).execute()
    return true
  }
  return caseKindsWithoutPurchase.includes(kind) || (await revokePurchase(ctx, tx, payment)) === null
}

/** Moves the payment's money out of the ledger account `suspense`, if it is booked there. */
async function moveSuspended(
  tx: Tx,
  payment_id: number,
  to: 'product' | 'provider',
  reason: string,
): Promise<void> {
  const heldPayment = await tx
    .selectFrom('ledger_standings')
    .select('amount')
    .where('payment_id', '=', payment_id)
    .where('account', '=', 'suspense')
    .executeTakeFirst()
  if (heldPayment) await moveMoney(tx, payment_id, to, reason)
}
