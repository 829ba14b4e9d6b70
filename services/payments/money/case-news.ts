import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { operatorsPriority } from '#services/notifications/staff-chats.ts'
import type { PaymentRow } from './queries.ts'

/** Notifies the operators of a new case at once: money is waiting. */
export function notifyOperators(ctx: Context, tx: Tx, case_id: number): Promise<unknown> {
  return queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'payment_case',
    payload: { case_id },
    dedupe_key: `payment_case:${case_id}`,
    priority: operatorsPriority.money,
  })
}

/** Notifies the payer, once, that the money arrived but needs a check first. */
export function notifyPayerOfCase(ctx: Context, tx: Tx, payment: PaymentRow): Promise<unknown> {
  return queueDelivery(ctx, tx, {
    to: { user_id: payment.payer_id },
    kind: 'payment_held',
    payload: { payment_id: payment.id },
    dedupe_key: `payment_held:${payment.id}`,
  })
}
