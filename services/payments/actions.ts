import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { payableStates } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { applyPayment } from './applying.ts'
import { carriesOwnFields, foreignness, undecided } from './belonging.ts'
import { closeCases, openCase } from './cases.ts'
import { releaseListing } from './inquiries.ts'
import { laterInquiry } from './inquiry-schedule.ts'
import { holdStrayMoney, moveMoney, moveStrayMoney } from './ledger.ts'
import { movePayment } from './moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from './queries.ts'
import { type CallbackParams, verifyResult } from './robokassa/payment.ts'
import type { OperationState } from './robokassa/state.ts'

/**
 * Stores the provider's result call and wakes the verification; nothing is believed yet, so it is answered at
 * once, also without Redis. Safe to repeat: Robokassa calls until it reads `OK<InvId>`.
 * @throws provider_refused when the signature or a parameter is wrong; then nothing has changed
 */
export async function reportPayment(ctx: Context, params: Record<string, unknown>): Promise<string> {
  const checked = verifyResult(ctx.robokassa, params as CallbackParams)
  if (checked.refusal !== null) {
    ctx.log.warn({ refusal: checked.refusal }, 'a result call was refused')
    throw new AppError('provider_refused')
  }
  const { inv_id, amount_kopecks, raw, is_test, shp } = checked
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, inv_id)
    const known = payment && payment.rail === 'robokassa' ? payment : undefined
    const verdict = !known
      ? 'orphan'
      : !carriesOwnFields(known, shp)
        ? 'foreign_operation'
        : known.amount !== amount_kopecks
          ? 'amount_mismatch'
          : is_test && !known.is_test
            ? 'test_in_live'
            : 'accepted'
    const told = await tx
      .insertInto('payment_notices')
      .values({
        invoice_id: inv_id,
        body_hash: createHash('sha256')
          .update(JSON.stringify(Object.entries(raw).sort()))
          .digest('hex'),
        body: JSON.stringify(raw),
        signature_ok: true,
        verdict,
        received_at: ctx.now().toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const details = { expected: known?.amount ?? null, received: amount_kopecks }
    // The provider repeats its calls: a case that a person has closed is not opened again.
    if (!told && verdict !== 'accepted') return
    if (!known || verdict === 'orphan' || verdict === 'foreign_operation')
      return holdForeign(ctx, tx, verdict === 'orphan' ? verdict : 'foreign_operation', inv_id, {
        details: { ...details, shp },
        amount: is_test ? null : amount_kopecks,
      })
    if (verdict === 'amount_mismatch' || verdict === 'test_in_live') {
      await openCase(ctx, tx, verdict, inv_id, known.id, details)
      return
    }
    if (known.state === 'paid' || known.state === 'refunded' || known.state === 'refund_pending') return
    if (known.state === 'created') await movePayment(ctx, tx, known, 'pending', 'result call')
    await record(ctx, tx, 'payment.reported', { payment_id: known.id })
  })
  return `OK${inv_id}`
}

/** Whether the provider's answer says that this payment's money has come, in full. */
async function isPaid(tx: Tx, payment: PaymentRow, answer: OperationState): Promise<boolean> {
  if (answer.meaning === 'paid') return answer.amount_kopecks === payment.amount
  if (answer.meaning !== 'not_found' || !payment.is_test) return false
  // Test payments are not kept by the provider: there its verified result call is all there is.
  const notice = await tx
    .selectFrom('payment_notices')
    .select('id')
    .where('invoice_id', '=', payment.id)
    .where('verdict', '=', 'accepted')
    .executeTakeFirst()
  return notice !== undefined
}

/**
 * Applies what the provider answered: money that came makes the payment paid and sends its listing on, in one
 * transaction. Safe to repeat. An unknown answer never means paid.
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
  const foreign = foreignness(payment, answer)
  if (foreign) {
    const amount = answer.meaning === 'paid' && !payment.is_test ? answer.amount_kopecks : null
    const details = { why: foreign, shp: answer.shp, received: answer.amount_kopecks }
    await holdForeign(ctx, tx, 'foreign_operation', payment.id, { details, amount })
    return giveUp(ctx, tx, payment, 'the number belongs to another operation')
  }
  if (answer.meaning === 'paid' && answer.amount_kopecks !== payment.amount) {
    const received = answer.amount_kopecks
    const details = { expected: payment.amount, received, op_key: answer.op_key }
    await openCase(ctx, tx, 'amount_mismatch', payment.id, payment.id, details)
    return moveMoney(tx, payment.id, 'suspense', 'another sum came', received)
  }
  if (await isPaid(tx, payment, answer)) return confirm(ctx, tx, payment, answer.op_key)
  if (answer.meaning === 'returned') return noteReturn(ctx, tx, payment)
  if (answer.meaning === 'not_received') await noteRefusal(ctx, tx, payment, answer)
  if (payment.state === 'pending') await complain(ctx, tx, payment, answer)
}

/** The payer's bank refused, or the payer gave up: nothing was taken, and the link may be paid all the same. */
async function noteRefusal(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  { shp, state_at }: OperationState,
): Promise<void> {
  const isOld =
    payment.refusal_at !== null && (!state_at || Date.parse(payment.refusal_at) === Date.parse(state_at))
  if (isOld || !carriesOwnFields(payment, shp)) return
  const refused_at = ctx.now().toISOString()
  await tx
    .updateTable('payments')
    .set({ refused_at, refusal_at: state_at ?? refused_at })
    .where('id', '=', payment.id)
    .execute()
}

/** The payer has the money back, by the provider alone; the listing waits for its author as before. */
async function noteReturn(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.state === 'failed') return
  await movePayment(ctx, tx, payment, 'failed', 'the provider returned the money')
  await releaseListing(ctx, tx, payment)
}

/** A result call came, and the provider, asked itself, still does not say that the money is ours. */
async function complain(ctx: Context, tx: Tx, payment: PaymentRow, answer: OperationState): Promise<void> {
  const { created_at } = await tx
    .selectFrom('payment_events')
    .select('created_at')
    .where('payment_id', '=', payment.id)
    // No move leads back to it, so there is one.
    .where('to_state', '=', 'pending')
    .executeTakeFirstOrThrow()
  const waited = ctx.now().getTime() - Date.parse(created_at)
  const details = { answer: answer.meaning }
  // Money that the provider keeps for now may still come: a second link would take it twice.
  if (undecided.has(answer.meaning)) {
    if (waited >= limits.invoice.undecidedMs)
      await openCase(ctx, tx, 'stuck', payment.id, payment.id, details)
  } else if (waited >= limits.invoice.unconfirmedMs) {
    await openCase(ctx, tx, 'unconfirmed', payment.id, payment.id, details)
    await giveUp(ctx, tx, payment, 'the provider does not confirm')
  }
}

/**
 * Money under one of our numbers that belongs to no payment waits for a person. The provider repeats itself: what a
 * person has seen to is not opened again.
 */
export async function holdForeign(
  ctx: Context,
  tx: Tx,
  kind: 'orphan' | 'foreign_operation',
  invoice_id: number,
  { details, amount }: { details: Record<string, unknown>; amount: number | null },
): Promise<void> {
  const known = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', kind)
    .where('invoice_id', '=', invoice_id)
    .executeTakeFirst()
  const case_id = known ? undefined : await openCase(ctx, tx, kind, invoice_id, null, details)
  if (case_id && amount) await holdStrayMoney(tx, case_id, { amount, currency: 'RUB' })
}

/** The payer may pay by a new link. The old one is asked about as every link that is over: its money still counts. */
async function giveUp(ctx: Context, tx: Tx, payment: PaymentRow, reason: string): Promise<void> {
  if (payment.state === 'expired') return
  await movePayment(ctx, tx, payment, 'expired', reason)
  await releaseListing(ctx, tx, payment)
}

async function confirm(ctx: Context, tx: Tx, payment: PaymentRow, op_key: string | null): Promise<void> {
  const now = ctx.now()
  // What the provider does with the money later is asked too; it keeps nothing of a test.
  const next_check_at = payment.is_test ? null : laterInquiry(now, now)
  const columns = { paid_at: now.toISOString(), op_key, next_check_at }
  await movePayment(ctx, tx, payment, 'paid', 'confirmed by the provider', columns)
  for (const kind of ['late', 'unconfirmed', 'stuck'] as const)
    await closeCases(ctx, tx, payment.id, { by: null, resolution: 'the provider confirmed', kind })
  await ownAgain(ctx, tx, payment)
  await applyPayment(ctx, tx, payment)
  await record(ctx, tx, 'payment.confirmed', { payment_id: payment.id })
}

/**
 * A call with a wrong item had booked this money as stray. The provider's own answer says that it is this payment's,
 * so the stray booking is undone: the money came once.
 */
async function ownAgain(ctx: Context, tx: Tx, { id }: PaymentRow): Promise<void> {
  const resolution = 'the provider confirmed'
  const ended = await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at: ctx.now().toISOString(), resolution })
    .where('kind', '=', 'foreign_operation')
    .where('invoice_id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  for (const found of ended) await moveStrayMoney(tx, found.id, 'provider', resolution)
}
