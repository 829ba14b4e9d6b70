import { AppError } from '#contract/errors.ts'
import { type PaymentState, paymentMoves } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { countPaymentMove } from '#services/core/observability/metrics.ts'

type LockedPayment = { id: number; state: PaymentState }
type Columns = Partial<{
  paid_at: string
  op_key: string | null
  next_check_at: string | null
  checks: number
  refund_key: string | null
  refunded_at: string
}>

/**
 * Moves a locked payment to a new state and adds the move to the payment's history. No other function writes the state
 * of a payment.
 * @throws wrong_state when the present state does not allow the move
 */
export async function movePayment(
  ctx: Context,
  tx: Tx,
  payment: LockedPayment,
  to_state: PaymentState,
  reason: string,
  columns: Columns = {},
): Promise<void> {
  if (!paymentMoves[payment.state].includes(to_state))
    throw new AppError('wrong_state', { state: payment.state })
  const now = ctx.now().toISOString()
  const { kind } = await tx
    .updateTable('payments')
    .set({ ...columns, state: to_state as never, updated_at: now })
    .where('id', '=', payment.id)
    .returning('kind')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({ payment_id: payment.id, from_state: payment.state, to_state, reason, created_at: now })
    .execute()
  countPaymentMove(kind, to_state)
}
