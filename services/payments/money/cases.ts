import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { PaymentCaseKind } from '#db/tables.ts'
import { withoutSecrets } from '#services/core/config/secrets.ts'
import type { Context } from '#services/core/context.ts'
import { tellOperators } from './case-news.ts'

/**
 * Money that does not add up waits for a person, and the operators hear of it at once; one open case per kind and
 * invoice. A case about an entry of an outside book is opened once for that entry, also after a person has seen to it;
 * a register may bring hundreds, which its upload and the daily report count instead.
 * @returns the new case, or undefined when there is one already
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
      details: jsonOf(details),
      opened_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  ctx.log.error({ kind, invoice_id, payment_id }, 'a payment needs a person')
  if (opened && entry_key === null) await tellOperators(ctx, tx, opened.id)
  return opened?.id
}

/** A provider words its refusals itself and may quote what it was sent. */
const jsonOf = (details: Record<string, unknown>) => withoutSecrets(JSON.stringify(details))

/** Adds to the open case of a payment what has become known of it since. */
export async function completeCase(
  tx: Tx,
  payment_id: number,
  kind: PaymentCaseKind,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({ details: sql`details || ${jsonOf(details)}::jsonb` })
    .where('payment_id', '=', payment_id)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .execute()
}

/** Closes the open cases of a payment that a person has dealt with: all, or those of one kind. */
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
