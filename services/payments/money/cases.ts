import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { PaymentCaseKind } from '#db/tables.ts'
import { withoutSecrets } from '#services/core/config/secrets.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { operatorsPriority } from '#services/notifications/staff-chats.ts'
import type { PaymentRow } from './queries.ts'

/**
 * Opens a payment case for money that does not add up, and notifies the operators at once. Each kind of case is open at
 * most once per invoice. A case with an `entry_key` belongs to an entry of an outside book, such as the provider's
 * register. Such a case is opened only once, even after it was closed. The operators are not notified of it, because a
 * register may contain hundreds; the result of the upload and the daily report count them.
 * @returns id of the new case, or undefined if the case exists already
 */
export async function openCase(
  ctx: Context,
  tx: Tx,
  kind: PaymentCaseKind,
  invoice_id: number | null,
  payment_id: number | null,
  details: Record<string, unknown>,
  entry_key: string | null = null,
): Promise<number | undefined> {
  const opened = await tx
    .insertInto('payment_cases')
    .values({
      kind,
      invoice_id,
      payment_id,
      entry_key,
      details: safeJson(details),
      opened_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  ctx.log.error({ kind, invoice_id, payment_id }, 'a payment needs a person')
  if (opened && entry_key === null) await notifyOperators(ctx, tx, opened.id)
  return opened?.id
}

/**
 * Converts the details of a payment case to JSON without our secrets. The provider's refusals are free text and may
 * quote a secret.
 */
const safeJson = (details: Record<string, unknown>) => withoutSecrets(JSON.stringify(details))

/** Adds new details to the open case of a payment. */
export async function addCaseDetails(
  tx: Tx,
  payment_id: number,
  kind: PaymentCaseKind,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({ details: sql`details || ${safeJson(details)}::jsonb` })
    .where('payment_id', '=', payment_id)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .execute()
}

/** Closes a payment's open cases: all of them, or those of one kind. */
export async function closeCases(
  ctx: Context,
  tx: Tx,
  payment_id: number,
  { by, resolution, kind }: { by: number | null; resolution: string; kind?: PaymentCaseKind },
): Promise<void> {
  const resolved_at = ctx.now().toISOString()
  await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at, resolved_by: by, resolution })
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'open')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'stuck'))
    .execute()
}

/** Notifies the operators of a new payment case at once, because money waits. */
function notifyOperators(ctx: Context, tx: Tx, case_id: number): Promise<unknown> {
  return queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.OPS_CHAT_ID },
    kind: 'payment_case',
    payload: { case_id },
    priority: operatorsPriority.money,
  })
}

/**
 * Notifies the payer that the money has arrived but has to be checked first. The payer gets this message only once per
 * payment.
 */
export function notifyPayerOfCase(ctx: Context, tx: Tx, payment: PaymentRow): Promise<unknown> {
  return queueDelivery(ctx, tx, {
    to: { user_id: payment.payer_id },
    kind: 'payment_held',
    payload: { payment_id: payment.id },
  })
}
