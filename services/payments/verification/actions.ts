import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { payableStates } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { tellPayerOfCase } from '#services/payments/money/case-news.ts'
import { closeCases, completeCase, openCase } from '#services/payments/money/cases.ts'
import { laterInquiry } from '#services/payments/money/inquiry-schedule.ts'
import { holdStrayMoney, moveMoney, moveStrayMoney, noteFee } from '#services/payments/money/ledger.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { type CallbackParams, verifyResult } from '#services/payments/robokassa/payment.ts'
import type { OperationState } from '#services/payments/robokassa/state.ts'
import { applyPayment } from './applying.ts'
import { releaseListing } from './inquiries.ts'
import { carriesOwnFields, foreignness, undecided } from './match-operation.ts'
import { type ReportedSum, type Settlement, settle } from './settlement.ts'

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

/** Reads which sum verified result calls have told; one of exactly the price counts above all others. */
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
    const amount = answer.meaning === 'paid' && !payment.is_test ? answer.out_sum_kopecks : null
    const details = { why: foreign, shp: answer.shp, received: answer.out_sum_kopecks }
    await holdForeign(ctx, tx, 'foreign_operation', payment.id, { details, amount })
    return giveUp(ctx, tx, payment, 'the number belongs to another operation')
  }
  if (answer.meaning === 'paid') return applyMoney(ctx, tx, payment, answer)
  // Test payments are not kept by the provider: there its verified result call is all there is.
  if (answer.meaning === 'not_found' && payment.is_test && (await reportedSum(tx, payment)) === 'price')
    return confirm(ctx, tx, payment, answer.op_key)
  if (answer.meaning === 'returned') return noteReturn(ctx, tx, payment)
  if (answer.meaning === 'not_received') await noteRefusal(ctx, tx, payment, answer)
  if (payment.state === 'pending') await complain(ctx, tx, payment, answer)
}

/**
 * The provider has the money of an operation that is this payment's own. A sum that is no price less a usual fee is
 * looked at by a person; without a result call of the price it buys nothing until then, and its payer is told.
 */
async function applyMoney(ctx: Context, tx: Tx, payment: PaymentRow, answer: OperationState): Promise<void> {
  const { out_sum_kopecks: out_sum, op_key } = answer
  const settlement = settle({
    price: payment.amount,
    out_sum,
    reported: await reportedSum(tx, payment),
    max_fee_percent: ctx.config.ROBOKASSA_FEE_MAX,
  })
  if (!settlement.is_paid && (await isDecided(tx, payment, op_key))) return
  if (settlement.is_odd) {
    const details = { expected: payment.amount, received: out_sum, op_key }
    const opened = await openCase(ctx, tx, 'amount_mismatch', payment.id, payment.id, details)
    // The case of a result call learns what the provider answers.
    if (!opened) await completeCase(tx, payment.id, 'amount_mismatch', details)
  }
  if (settlement.is_paid) {
    await confirm(ctx, tx, payment, op_key)
    return bookFee(tx, payment, op_key, settlement)
  }
  await tellPayerOfCase(ctx, tx, payment)
  await moveMoney(tx, payment.id, 'suspense', 'another sum came', out_sum)
}

/** Whether a person has ended the case of this operation: the provider repeats its answer, and nothing is asked again. */
async function isDecided(tx: Tx, { id }: PaymentRow, op_key: string | null): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('payment_id', '=', id)
    .where('kind', '=', 'amount_mismatch')
    .where('resolved_by', 'is not', null)
    .where(sql<boolean>`details ->> 'op_key' is not distinct from ${op_key}`)
    .executeTakeFirst()
  return found !== undefined
}

/** Books the provider's fee: from its register where that has told of the operation already, else from its answer. */
async function bookFee(
  tx: Tx,
  { id }: PaymentRow,
  op_key: string | null,
  { fee }: Settlement,
): Promise<void> {
  const told = await tx
    .selectFrom('register_operations')
    .select('fee')
    .where('invoice_id', '=', id)
    .where('type', '=', 'payment')
    .where('op_key', '=', op_key)
    .where('fee', 'is not', null)
    .executeTakeFirst()
  await (told?.fee == null ? noteFee(tx, id, fee, 'state') : noteFee(tx, id, told.fee, 'register'))
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
