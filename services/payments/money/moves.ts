import type { Insertable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type PaymentState, paymentMoves } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Payments } from '#db/tables/payments.ts'
import type { Context } from '#services/core/context.ts'
import { countPaymentMove } from '#services/core/observability/metrics.ts'
import type { ActorContext } from '#services/core/request-context.ts'

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

type FreePurchase = Pick<Insertable<Payments>, 'kind' | 'listing_id' | 'response_id' | 'tariff_id'> & {
  /** `credit`: a credit or the focus group pays. `service`: the order of a service, which costs no placement. */
  source: 'credit' | 'service'
}

/**
 * Stores a payment of 0 that is paid at once, with its place in the history of payments.
 * @returns id of the payment
 */
export async function insertFreePayment(
  ctx: ActorContext,
  tx: Tx,
  purchase: FreePurchase,
  reason: string,
): Promise<number> {
  const now = ctx.now().toISOString()
  const { id } = await tx
    .insertInto('payments')
    .values({
      ...purchase,
      payer_id: ctx.viewer.id,
      amount: 0,
      rail: 'credit',
      state: 'paid',
      paid_at: now,
      expires_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({ payment_id: id, to_state: 'paid', reason, created_at: now })
    .execute()
  return id
}
