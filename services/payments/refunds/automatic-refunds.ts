import { type NotNull, sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { closeCases } from '#services/payments/money/cases.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { startRefund } from './refunds.ts'

/**
 * Refunds the payment for a placement that never began. If a credit paid for the placement, the credit can be spent
 * again. If the payment was already turned into a credit, nothing is refunded.
 */
export async function refundPlacement(
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
    // The payment for an earlier placement that has already run is earned, so it is not refunded.
    .where(
      'paid_at',
      '>',
      sql<string>`coalesce((select expires_at from listings where id = ${listing_id}), '-infinity')`,
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('credits').whereRef('credits.source_payment_id', '=', 'payments.id'))),
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

/**
 * Refunds the money behind a person's unspent credits when the account is deleted. The money goes back by the method
 * with which the person paid.
 */
export async function refundCredits(ctx: Context, tx: Tx, user_id: number): Promise<void> {
  const reason = 'the owner of the credit has left'
  const credits = await tx
    .selectFrom('credits')
    .select(['id', 'source_payment_id', sql<number>`money_origin(source_payment_id)`.as('origin_id')])
    .where('user_id', '=', user_id)
    .where('spent_payment_id', 'is', null)
    .where('source_payment_id', 'is not', null)
    .$narrowType<{ source_payment_id: NotNull }>()
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, source_payment_id, origin_id } of credits) {
    const origin = await lockPayment(tx, origin_id)
    if (origin?.source !== 'money' || origin.state !== 'paid') continue
    await tx.deleteFrom('credits').where('id', '=', id).execute()
    // The credit may replace a payment that was itself made with an earlier credit. Then that payment is undone, and
    // the money of the original payment is refunded.
    const spending = source_payment_id === origin_id ? null : await lockPayment(tx, source_payment_id)
    const refunded_at = ctx.now().toISOString()
    if (spending?.state === 'paid') await movePayment(ctx, tx, spending, 'refunded', reason, { refunded_at })
    await startRefund(ctx, tx, origin, reason)
    await closeCases(ctx, tx, origin_id, { by: null, resolution: reason, kind: 'double_payment' })
  }
}
