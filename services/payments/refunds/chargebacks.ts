import { AppError } from '#contract/errors.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { lockPayment } from '#services/payments/money/queries.ts'

/** A chargeback: the payer's bank took the money of a payment back. `amount` is in kopecks. */
export type Chargeback = { payment_id: number; amount: number; happened_at: string; reason: string }

/**
 * Records that the payer's bank took the money of a payment back, and opens a payment case. Recording the same
 * chargeback again opens no second case.
 * @returns id of the case
 * @throws not_found; wrong_state unless the payment was made by card and is paid; amount_mismatch above the paid sum
 */
export async function recordChargeback(
  ctx: ActorContext,
  { payment_id, amount, happened_at, reason }: Chargeback,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    if (!payment) throw new AppError('not_found')
    if (payment.rail !== 'robokassa' || payment.state !== 'paid')
      throw new AppError('wrong_state', { state: payment.state })
    if (amount < 1 || amount > payment.amount)
      throw new AppError('amount_mismatch', { expected: payment.amount / 100 })
    const entry_key = `chargeback:${payment_id}:${happened_at}:${amount}`
    const details = { source: 'admin', received: amount, currency: 'RUB', at: happened_at, note: reason }
    const id = await openCase(ctx, tx, 'chargeback', payment_id, payment_id, details, entry_key)
    if (id === undefined) return findEntry(tx, entry_key)
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'payment.chargeback',
      subject: { type: 'payment', id: payment_id },
      before: { state: payment.state },
      after: { amount, happened_at, reason },
    })
    return id
  })
}

async function findEntry(tx: Parameters<typeof openCase>[1], entry_key: string): Promise<number> {
  const { id } = await tx
    .selectFrom('payment_cases')
    .select('id')
    .where('kind', '=', 'chargeback')
    .where('entry_key', '=', entry_key)
    .executeTakeFirstOrThrow()
  return id
}
