import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { movePayment } from './moves.ts'
import { startRefund } from './refunds.ts'

/** Money paid for a placement that never began goes back. A free publication is free again. */
export async function returnMoney(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  reason = 'the author took the listing away',
): Promise<void> {
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'state', 'source'])
    .where('listing_id', '=', listing_id)
    .where('state', '=', 'paid')
    // What was paid for a placement that has run is used up.
    .where(
      'paid_at',
      '>',
      sql<string>`coalesce((select expires_at from listings where id = ${listing_id}), '-infinity')`,
    )
    .forUpdate()
    .execute()
  for (const payment of payments) {
    if (payment.source === 'money') {
      await startRefund(ctx, tx, payment, reason)
      continue
    }
    const refunded_at = ctx.now().toISOString()
    await movePayment(ctx, tx, payment, 'refunded', reason, { refunded_at })
    await tx
      .updateTable('credits')
      .set({ spent_payment_id: null })
      .where('spent_payment_id', '=', payment.id)
      .execute()
  }
}
