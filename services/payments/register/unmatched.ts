import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { openCase } from '#services/payments/money/cases.ts'

/**
 * Opens cases for paid payments that are in no register, although one register covers their whole time from invoice to
 * confirmation. Registers less than a day apart count as one.
 * @returns number of payments
 */
export async function findMissing(ctx: Context, tx: Tx, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ id: number; amount: number; paid_at: string }>`
    select id, amount, paid_at from payments payment
    where rail = 'robokassa' and source = 'money' and not is_test
      and state in ('paid', 'refund_pending', 'refunded') and paid_at <= ${to.toISOString()}
      and created_at >= (select least(${from.toISOString()}::timestamptz, min(covers_from)) from register_imports
        where covers_to >= ${from.toISOString()}::timestamptz - interval '1 day' and covers_from <= ${from.toISOString()})
      and not exists (select from register_operations operation
        where operation.invoice_id = payment.id and operation.type = 'payment')
      and not exists (select from payment_cases c where c.kind = 'missing' and c.payment_id = payment.id)
    order by id`.execute(tx)
  for (const { id, amount, paid_at } of rows)
    await openCase(
      ctx,
      tx,
      'missing',
      id,
      id,
      { source: 'register', expected: amount, received: null, currency: 'RUB', at: paid_at },
      `missing:${id}`,
    )
  return rows.length
}

/** Closes the cases of payments that a later register contains. */
export async function closeMissing(ctx: Context, tx: Tx, invoice_ids: number[]): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at: ctx.now().toISOString(), resolution: 'a later register tells it' })
    .where('kind', '=', 'missing')
    .where('state', '=', 'open')
    .where('payment_id', 'in', invoice_ids)
    .execute()
}
