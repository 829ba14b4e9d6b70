import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { movePayment, openCase } from './ledger.ts'

/**
 * Money paid for a listing that was never published is owed back from now on; a person sees to it until the
 * provider has confirmed the refund. A free publication is free again.
 */
export async function returnMoney(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'state', 'amount', 'source'])
    .where('listing_id', '=', listing_id)
    .where('state', '=', 'paid')
    .forUpdate()
    .execute()
  for (const payment of payments) {
    if (payment.source === 'money') {
      await movePayment(ctx, tx, payment, 'refund_pending', 'the author took the listing away')
      await openCase(ctx, tx, 'not_applied', payment.id, payment.id, { owed: payment.amount })
      continue
    }
    const refunded_at = ctx.now().toISOString()
    await movePayment(ctx, tx, payment, 'refunded', 'the author took the listing away', { refunded_at })
    await tx
      .updateTable('credits')
      .set({ spent_payment_id: null })
      .where('spent_payment_id', '=', payment.id)
      .execute()
  }
}
