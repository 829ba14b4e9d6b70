import { sql } from 'kysely'
import { payableStates } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { addCaseDetails, closeCases, notifyPayerOfCase, openCase } from '#services/payments/money/cases.ts'
import { nextLateInquiry } from '#services/payments/money/inquiry-schedule.ts'
import { holdStrayMoney, moveMoney, moveStrayMoney, noteFee } from '#services/payments/money/ledger.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyPayment } from './apply-payment.ts'
import { releaseListing } from './inquiries.ts'
import { foreignReason, hasOwnFields, heldStates } from './match-operation.ts'
import { type ReportedSum, type Settlement, settle } from './settlement.ts'

/**
 * Sum that the stored result calls of a payment state. A call with the exact price takes precedence over other calls.
 */
async function reportedSum(tx: Tx, payment: PaymentRow): Promise<ReportedSum> {
  const notices = await tx
    .selectFrom('payment_notices')
    .select('verdict')
    .distinct()
    .where('invoice_id', '=', payment.id)
    .where('verdict', 'in', ['accepted', 'amount_mismatch'])
    .execute()
  if (notices.some(({ verdict }) => verdict === 'accepted')) return 'price'
  return notices.length > 0 ? 'another' : 'none'
}

/**
 * Applies the provider's answer about a payment in one transaction: if money was received, the payment becomes paid and
 * its listing changes state. Safe to repeat. If the meaning of an answer is unknown, the payment never becomes paid.
 */
export async function applyAnswer(
  ctx: Context,
  tx: Tx,
  payment_id: number,
  answer: OperationState,
): Promise<void> {
  await lockPaidListing(tx, payment_id)
  const payment = await lockPayment(tx, payment_id)
  if (!payment || !(payableStates as readonly string[]).includes(payment.state)) return
  const mismatch = foreignReason(payment, answer)
  if (mismatch) {
    const amount = answer.meaning === 'paid' && !payment.is_test ? answer.out_sum_kopecks : null
    const details = { why: mismatch, shp: answer.shp, received: answer.out_sum_kopecks }
    await holdForeignMoney(ctx, tx, 'foreign_operation', payment.id, { details, amount })
    return expirePayment(ctx, tx, payment, 'the number belongs to another operation')
  }
  if (answer.meaning === 'paid') return applyReceivedMoney(ctx, tx, payment, answer)
  // The provider stores no test payments, so a verified result call is the only proof of one.
  if (answer.meaning === 'not_found' && payment.is_test && (await reportedSum(tx, payment)) === 'price')
    return confirm(ctx, tx, payment, answer.op_key)
  if (answer.meaning === 'returned') return recordReturn(ctx, tx, payment)
  if (answer.meaning === 'not_received') await recordRefusal(ctx, tx, payment, answer)
  if (payment.state === 'pending') await escalateUnconfirmed(ctx, tx, payment, answer)
}

/**
 * Handles money that was received for a payment. If the sum differs from the price by more than a usual fee, a case is
 * opened. Unless a result call states the exact price, the payment then buys nothing before an admin decides, and the
 * payer is notified.
 */
async function applyReceivedMoney(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  answer: OperationState,
): Promise<void> {
  const { out_sum_kopecks: out_sum, op_key } = answer
  const settlement = settle({
    price: payment.amount,
    out_sum,
    reported: await reportedSum(tx, payment),
    max_fee_percent: ctx.config.ROBOKASSA_FEE_MAX,
  })
  if (!settlement.is_paid && (await isCaseClosed(tx, payment, op_key))) return
  if (settlement.is_odd) {
    const details = { expected: payment.amount, received: out_sum, op_key }
    const opened = await openCase(ctx, tx, 'amount_mismatch', payment.id, payment.id, details)
    // A result call may have opened the payment case already. The provider's answer is then added to that case.
    if (!opened) await addCaseDetails(tx, payment.id, 'amount_mismatch', details)
  }
  if (settlement.is_paid) {
    await confirm(ctx, tx, payment, op_key)
    return bookFee(tx, payment, op_key, settlement)
  }
  await notifyPayerOfCase(ctx, tx, payment)
  await moveMoney(tx, payment.id, 'suspense', 'another sum came', out_sum)
}

/**
 * True if an admin closed the payment case of this operation. The case stays closed, although the provider repeats its
 * answer.
 */
async function isCaseClosed(tx: Tx, { id }: PaymentRow, op_key: string | null): Promise<boolean> {
  const paymentRow = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('payment_id', '=', id)
    .where('kind', '=', 'amount_mismatch')
    .where('resolved_by', 'is not', null)
    .where(sql<boolean>`details ->> 'op_key' is not distinct from ${op_key}`)
    .executeTakeFirst()
  return paymentRow !== undefined
}

/** Books the provider's fee. The fee in an imported register takes precedence over the fee in the provider's answer. */
async function bookFee(
  tx: Tx,
  { id }: PaymentRow,
  op_key: string | null,
  { fee }: Settlement,
): Promise<void> {
  const storedNotice = await tx
    .selectFrom('register_operations')
    .select('fee')
    .where('invoice_id', '=', id)
    .where('type', '=', 'payment')
    .where('op_key', '=', op_key)
    .where('fee', 'is not', null)
    .executeTakeFirst()
  await (storedNotice?.fee == null
    ? noteFee(tx, id, fee, 'state')
    : noteFee(tx, id, storedNotice.fee, 'register'))
}

/**
 * Stores that the payer's bank refused or the payer cancelled. No money was taken, and the same link can still be paid.
 */
async function recordRefusal(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { shp, state_at }: OperationState,
): Promise<void> {
  const isOld =
    payment.refusal_at !== null && (!state_at || Date.parse(payment.refusal_at) === Date.parse(state_at))
  if (isOld || !hasOwnFields(payment, shp)) return
  const refused_at = ctx.now().toISOString()
  await tx
    .updateTable('payments')
    .set({ refused_at, refusal_at: state_at ?? refused_at })
    .where('id', '=', payment.id)
    .execute()
}

/** Stores that the provider returned the money on its own. The listing waits for its author again. */
async function recordReturn(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state === 'failed') return
  await movePayment(ctx, tx, payment, 'failed', 'the provider returned the money')
  await releaseListing(ctx, tx, payment)
}

/** Handles a result call that the provider's own answer does not confirm. */
async function escalateUnconfirmed(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  answer: OperationState,
): Promise<void> {
  const { created_at } = await tx
    .selectFrom('payment_events')
    .select('created_at')
    .where('payment_id', '=', payment.id)
    // A payment gets the state `pending` at most once, so one row matches.
    .where('to_state', '=', 'pending')
    .executeTakeFirstOrThrow()
  const waited = ctx.now().getTime() - Date.parse(created_at)
  const details = { answer: answer.meaning }
  // Money that the provider holds may still arrive. A second payment link could take the money twice, so no second link
  // is offered.
  if (heldStates.has(answer.meaning)) {
    if (waited >= limits.invoice.undecidedMs)
      await openCase(ctx, tx, 'stuck', payment.id, payment.id, details)
  } else if (waited >= limits.invoice.unconfirmedMs) {
    await openCase(ctx, tx, 'unconfirmed', payment.id, payment.id, details)
    await expirePayment(ctx, tx, payment, 'the provider does not confirm')
  }
}

/**
 * Opens a case for an admin about money under one of our invoice numbers that belongs to no payment. The provider
 * repeats its answers, so a case that was closed is not opened again.
 */
export async function holdForeignMoney(
  ctx: Context,
  tx: Tx,
  kind: 'orphan' | 'foreign_operation',
  invoice_id: number,
  { details, amount }: { details: Record<string, unknown>; amount: number | null },
): Promise<void> {
  const existing = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', kind)
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  const case_id = existing ? undefined : await openCase(ctx, tx, kind, invoice_id, null, details)
  if (case_id && amount) await holdStrayMoney(tx, case_id, { amount, currency: 'RUB' })
}

/**
 * Expires the link of a payment, so that the payer can pay by a new link. The provider is still asked about the old
 * link, because money that arrives through it counts.
 */
async function expirePayment(ctx: Context, tx: Tx, payment: PaymentRow, reason: string): Promise<void> {
  if (payment.state === 'expired') return
  await movePayment(ctx, tx, payment, 'expired', reason)
  await releaseListing(ctx, tx, payment)
}

async function confirm(ctx: Context, tx: Tx, payment: PaymentRow, op_key: string | null): Promise<void> {
  const now = ctx.now()
  // After a payment, the provider is asked again later, because it may still return the money. It is not asked about
  // test payments, because it does not store them.
  const next_check_at = payment.is_test ? null : nextLateInquiry(now, now)
  const columns = { paid_at: now.toISOString(), op_key, next_check_at }
  await movePayment(ctx, tx, payment, 'paid', 'confirmed by the provider', columns)
  for (const kind of ['late', 'unconfirmed', 'stuck'] as const)
    await closeCases(ctx, tx, payment.id, { by: null, resolution: 'the provider confirmed', kind })
  await undoStrayBooking(ctx, tx, payment)
  await applyPayment(ctx, tx, payment)
}

/**
 * Corrects money that was booked as foreign after a result call with a wrong item. The provider's answer now shows that
 * the money belongs to this payment and was received only once.
 */
async function undoStrayBooking(ctx: Context, tx: Tx, { id }: PaymentRow): Promise<void> {
  const resolution = 'the provider confirmed'
  const endedPayments = await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at: ctx.now().toISOString(), resolution })
    .where('kind', '=', 'foreign_operation')
    .where('invoice_id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  for (const payment of endedPayments) await moveStrayMoney(tx, payment.id, 'provider', resolution)
}
