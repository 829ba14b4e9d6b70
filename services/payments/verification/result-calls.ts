import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { type CallbackParams, verifyResult } from '#services/payments/robokassa/payment.ts'
import { holdForeignMoney } from './actions.ts'
import { hasOwnFields } from './match-operation.ts'

/**
 * Stores a result call of the provider and wakes the verification. A result call alone does not prove a payment, so
 * this function answers the provider at once, even without Redis. Safe to repeat: Robokassa calls again until it reads
 * `OK<InvId>`.
 * @throws provider_refused for a wrong signature or parameter; nothing is stored then
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
    const cardPayment = payment && payment.rail === 'robokassa' ? payment : undefined
    const verdict = !cardPayment
      ? 'orphan'
      : !hasOwnFields(cardPayment, shp)
        ? 'foreign_operation'
        : cardPayment.amount !== amount_kopecks
          ? 'amount_mismatch'
          : is_test && !cardPayment.is_test
            ? 'test_in_live'
            : 'accepted'
    const storedNotice = await tx
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
    const details = { expected: cardPayment?.amount ?? null, received: amount_kopecks }
    // If an admin has closed the payment case, a repeated result call of the provider does not open it again.
    if (!storedNotice && verdict !== 'accepted') return
    if (!cardPayment || verdict === 'orphan' || verdict === 'foreign_operation')
      return holdForeignMoney(ctx, tx, verdict === 'orphan' ? verdict : 'foreign_operation', inv_id, {
        details: { ...details, shp },
        amount: is_test ? null : amount_kopecks,
      })
    if (verdict === 'amount_mismatch' || verdict === 'test_in_live') {
      await openCase(ctx, tx, verdict, inv_id, cardPayment.id, details)
      return
    }
    if (
      cardPayment.state === 'paid' ||
      cardPayment.state === 'refunded' ||
      cardPayment.state === 'refund_pending'
    )
      return
    if (cardPayment.state === 'created') await movePayment(ctx, tx, cardPayment, 'pending', 'result call')
    await record(ctx, tx, 'payment.reported', { payment_id: cardPayment.id })
  })
  return `OK${inv_id}`
}
