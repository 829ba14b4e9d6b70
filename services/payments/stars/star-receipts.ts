import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { holdStrayMoney, moveStrayMoney } from '#services/payments/money/ledger.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPaidListing, lockPayment, type PaymentRow } from '#services/payments/money/queries.ts'
import { revokePurchase } from '#services/payments/refunds/compensation.ts'
import { finishRefund } from '#services/payments/refunds/refunds.ts'
import { applyPayment } from '#services/payments/verification/apply-payment.ts'
import { findStarInvoice, isPayable, type StarPayment } from './stars.ts'

export type StarReceipt = StarPayment & { charge: string }

/**
 * Applies received Stars, once per charge, because Telegram may report a charge several times. Stars are refunded if
 * their listing or boost is already paid.
 * @returns false if the Stars belong to no invoice of ours
 */
export async function receiveStars(ctx: Context, receipt: StarReceipt): Promise<boolean> {
  const invoice = await findStarInvoice(ctx.db, receipt)
  if (!invoice) return false
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, invoice.id)
    const payment = await lockPayment(tx, invoice.id)
    if (!payment || (await isStoredCharge(tx, receipt.charge))) return
    const isDue = payment.amount === receipt.total_amount && payment.currency === receipt.currency
    if (!isPayable(payment.state) || !isDue) return storeForRefund(ctx, tx, payment.id, receipt)
    const columns = { paid_at: ctx.now().toISOString(), op_key: receipt.charge, next_check_at: null }
    await movePayment(ctx, tx, payment, 'paid', 'stars came', columns)
    await applyPayment(ctx, tx, payment)
  })
  return true
}

async function isStoredCharge(tx: Tx, charge: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('rail', '=', 'stars')
    .where('op_key', '=', charge)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores Stars as a separate payment if their listing or boost is already paid. That payment is then refunded. */
async function storeForRefund(
  ctx: Context,
  tx: Tx,
  original_id: number,
  receipt: StarReceipt,
): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    insert into payments (kind, listing_id, response_id, payer_id, amount, currency, rail, state, tariff_id,
      expires_at, paid_at, next_check_at, op_key, created_at, updated_at)
    select kind, listing_id, response_id, payer_id, ${receipt.total_amount}::bigint, ${receipt.currency}, 'stars',
      'refund_pending', tariff_id, ${now}, ${now}, ${now}, ${receipt.charge}, ${now}, ${now}
    from payments where id = ${original_id} returning id
  `.execute(tx)
  const [refund] = rows
  if (!refund) return
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: refund.id,
      to_state: 'refund_pending',
      reason: `paid twice, first as ${original_id}`,
      created_at: now,
    })
    .execute()
}

/** One of Telegram's Star transactions. */
type StarEntry = { charge: string; total_amount: number; at: string }

/** Opens a payment case for Stars that belong to no invoice, once per charge. */
export async function openCaseForUnknownStars(
  ctx: Context,
  { charge, total_amount, at }: StarEntry,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const details = { source: 'stars', received: total_amount, currency: 'XTR', at }
    const id = await openCase(ctx, tx, 'surplus', null, null, details, `stars:${charge}`)
    if (id) await holdStrayMoney(tx, id, { amount: total_amount, currency: 'XTR' })
  })
}

/**
 * Records that Telegram returned Stars to the payer. The refund worker or any holder of the bot's token can refund
 * Stars. A listing or boost that nobody has seen yet is revoked. A boost or listing that was already used stays, and a
 * payment case informs the operators.
 */
export async function recordReturnedStars(ctx: Context, charge: string, entry?: StarEntry): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const recorded = await tx
      .selectFrom('payments')
      .select('id')
      .where('rail', '=', 'stars')
      .where('op_key', '=', charge)
      .executeTakeFirst()
    if (!recorded) return closeStrayCase(ctx, tx, charge)
    await lockPaidListing(tx, recorded.id)
    const payment = await lockPayment(tx, recorded.id)
    if (payment?.state === 'refund_pending') return finishRefund(ctx, tx, payment)
    if (payment?.state !== 'paid') return
    if (await undoPurchase(ctx, tx, payment)) return finishRefund(ctx, tx, payment)
    const details = {
      source: 'stars',
      received: payment.amount,
      currency: 'XTR',
      at: entry?.at ?? ctx.now().toISOString(),
    }
    await openCase(ctx, tx, 'returned_outside', payment.id, payment.id, details, `stars:${charge}`)
  })
}

/**
 * Revokes the listing or boost that was paid with Stars.
 * @returns true if the listing was unpublished, or the credit was still unused
 */
async function undoPurchase(ctx: Context, tx: Tx, payment: PaymentRow): Promise<boolean> {
  const ownCredit = tx.selectFrom('credits').select('id').where('source_payment_id', '=', payment.id)
  if (!(await ownCredit.executeTakeFirst())) return (await revokePurchase(ctx, tx, payment)) === null
  const { numDeletedRows } = await tx
    .deleteFrom('credits')
    .where('source_payment_id', '=', payment.id)
    .where('spent_payment_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Closes the payment case about Stars without an invoice, after these Stars are refunded. */
async function closeStrayCase(ctx: Context, tx: Tx, charge: string): Promise<void> {
  const closed = await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at: ctx.now().toISOString(), resolution: 'the Stars went back' })
    .where('kind', '=', 'surplus')
    .where('entry_key', '=', `stars:${charge}`)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  if (closed) await moveStrayMoney(tx, closed.id, 'provider', 'the Stars went back')
}
