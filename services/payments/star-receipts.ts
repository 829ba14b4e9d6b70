import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { record } from '#services/events.ts'
import { applyPayment } from './applying.ts'
import { movePayment } from './moves.ts'
import { lockPaidListing, lockPayment } from './queries.ts'
import { finishRefund } from './refunds.ts'
import { findStarInvoice, isPayable, type StarPayment } from './star-checkout.ts'

export type StarReceipt = StarPayment & { charge: string }

/**
 * Stars have come: the payment is paid and what it is for moves on, once per charge however often Telegram tells
 * it. Stars for what is paid already go back. @returns false for Stars that belong to no invoice of ours
 */
export async function receiveStars(ctx: Context, receipt: StarReceipt): Promise<boolean> {
  const invoice = await findStarInvoice(ctx.db, receipt)
  if (!invoice) return false
  await ctx.db.transaction().execute(async (tx) => {
    await lockPaidListing(tx, invoice.id)
    const payment = await lockPayment(tx, invoice.id)
    if (!payment || (await isKnown(tx, receipt.charge))) return
    const isDue = payment.amount === receipt.total_amount && payment.currency === receipt.currency
    if (!isPayable(payment.state) || !isDue) return keepToReturn(ctx, tx, payment.id, receipt)
    const columns = { paid_at: ctx.now().toISOString(), op_key: receipt.charge, next_check_at: null }
    await movePayment(ctx, tx, payment, 'paid', 'stars came', columns)
    await applyPayment(ctx, tx, payment)
    await record(ctx, tx, 'payment.confirmed', { payment_id: payment.id })
  })
  return true
}

async function isKnown(tx: Tx, charge: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('rail', '=', 'stars')
    .where('op_key', '=', charge)
    .executeTakeFirst()
  return row !== undefined
}

/** Stars nobody asked for stand in the books as a payment of their own that is owed back. */
async function keepToReturn(ctx: Context, tx: Tx, twin_id: number, receipt: StarReceipt): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<{ id: number }>`
    insert into payments (kind, listing_id, response_id, payer_id, amount, currency, rail, state, tariff_id,
      expires_at, paid_at, next_check_at, op_key, created_at, updated_at)
    select kind, listing_id, response_id, payer_id, ${receipt.total_amount}::bigint, ${receipt.currency}, 'stars',
      'refund_pending', tariff_id, ${now}, ${now}, ${now}, ${receipt.charge}, ${now}, ${now}
    from payments where id = ${twin_id} returning id
  `.execute(tx)
  const [twin] = rows
  if (!twin) return
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: twin.id,
      to_state: 'refund_pending',
      reason: `paid twice, first as ${twin_id}`,
      created_at: now,
    })
    .execute()
}

/** Telegram says that Stars went back, also when somebody else than the worker sent them. */
export async function noteReturnedStars(ctx: Context, charge: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select(['id', 'state'])
      .where('rail', '=', 'stars')
      .where('op_key', '=', charge)
      .where('state', 'in', ['paid', 'refund_pending'])
      .forUpdate()
      .executeTakeFirst()
    if (payment) await finishRefund(ctx, tx, payment)
  })
}
