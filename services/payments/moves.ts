import type { PaymentState } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

type Row = { id: number; state: PaymentState }
type Columns = Partial<{
  paid_at: string
  op_key: string | null
  next_check_at: string | null
  checks: number
  refund_key: string | null
  refunded_at: string
}>

/** Moves a locked payment on and writes the move to its history, which is never changed. */
export async function movePayment(
  ctx: Context,
  tx: Tx,
  payment: Row,
  to_state: PaymentState,
  reason: string,
  columns: Columns = {},
): Promise<void> {
  const now = ctx.now().toISOString()
  await tx
    .updateTable('payments')
    .set({ ...columns, state: to_state, updated_at: now })
    .where('id', '=', payment.id)
    .execute()
  await tx
    .insertInto('payment_events')
    .values({ payment_id: payment.id, from_state: payment.state, to_state, reason, created_at: now })
    .execute()
}
