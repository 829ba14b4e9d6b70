import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { deleteExpiredDepartures } from '#services/users/account/returning-accounts.ts'

const day = 86_400_000

/**
 * For each table, the number of days for which its finished records are kept, and the SQL condition that a record is
 * finished.
 */
export const retained: { table: string; days: number; finished: RawBuilder<unknown> }[] = [
  {
    table: 'events',
    days: 30,
    // An event whose task failed after all attempts is kept until a person has handled the task.
    finished: sql`not exists (select from event_tasks task where task.event_id = events.id and task.done_at is null)`,
  },
  {
    table: 'deliveries',
    days: 90,
    // A digest is deleted only after the messages that it lists, because they refer to it.
    finished: sql`state in ('sent', 'failed', 'unknown', 'held')
      and not exists (select from deliveries told where told.digest_id = deliveries.id)`,
  },
  { table: 'bot_updates', days: 7, finished: sql`done_at is not null` },
  { table: 'telegram_updates', days: 7, finished: sql`done_at is not null` },
  { table: 'bot_prompts', days: 30, finished: sql`true` },
  // If a person hid orders because they were busy, the mark is deleted after a time, so that the person gets orders
  // again.
  { table: 'not_for_me', days: 30, finished: sql`reason = 'busy'` },
  // A personal collection is used only on the day for which it was computed.
  { table: 'collections', days: 2, finished: sql`true` },
  // Counted from the last entry, so that a paper stays whole while a side still corrects it.
  { table: 'deal_papers', days: limits.papers.days, finished: sql`true` },
  { table: 'response_drafts', days: 7, finished: sql`true` },
  { table: 'view_batches', days: 7, finished: sql`true` },
  { table: 'staff_confirmations', days: 90, finished: sql`true` },
  { table: 'idempotency_keys', days: 2, finished: sql`true` },
]

/** Column with the time of a record, for tables whose column is not `created_at`. */
const timeColumns: Record<string, string> = {
  bot_updates: 'received_at',
  telegram_updates: 'received_at',
  bot_prompts: 'asked_at',
  collections: 'ranked_at',
  deal_papers: 'saved_at',
}

/**
 * Deletes records that are finished and older than the table's limit, in batches.
 * @returns number of deleted rows by table
 */
export async function deleteExpired(ctx: Context, batch: number): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (const { table, days, finished } of retained) {
    const before = new Date(ctx.now().getTime() - days * day).toISOString()
    const since = sql.ref(timeColumns[table] ?? 'created_at')
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any (array(
      select ctid from ${sql.table(table)} where ${since} < ${before} and ${finished} limit ${batch}))`.execute(
      ctx.db,
    )
    if (numAffectedRows) deleted[table] = Number(numAffectedRows)
  }
  const departures = await deleteExpiredDepartures(ctx)
  if (departures) deleted.departures = departures
  return deleted
}
