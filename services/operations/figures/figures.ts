import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { outboxAge } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'

/** Milliseconds after which a backup, or the shipping of the log, counts as late. */
export const backupLimits = { base: 30 * 60 * 60_000, log: 10 * 60_000 }

/** Number of latest ledger transactions that each check sums up. The whole ledger is checked once an hour. */
const recentTransactions = 50_000

/** Returns a function that reads the single row of a statement. `now` is the current time as timestamptz. */
const readRow =
  <Row>(statement: (now: RawBuilder<string>) => RawBuilder<Row>) =>
  async (ctx: Context): Promise<Row> => {
    const { rows } = await statement(sql`${ctx.now().toISOString()}::timestamptz`).execute(ctx.db)
    const [row] = rows
    if (!row) throw new Error('counting found no row')
    return row
  }

/**
 * Figures that operators see: waiting work, failed work, and missing money. Each part is a statement of its own, so
 * that a part that is slow holds up no other.
 */
export const figureParts = {
  outbox: async (ctx: Context) => ({ outbox_age_ms: await outboxAge(ctx.db, ctx.now().toISOString()) }),
  tasks: readRow<{ dead_tasks: number }>(
    () => sql`
      select count(*)::int as dead_tasks from event_tasks where dead_at is not null and done_at is null`,
  ),
  cases: readRow<{ open_cases: number }>(
    () => sql`select count(*)::int as open_cases from payment_cases where state = 'open'`,
  ),
  payments: readRow<{ payment_violations: number }>(
    (now) => sql`
      select count(*)::int as payment_violations from payment_invariant_violations
      where since < ${now} - interval '1 minute'`,
  ),
  ledger: readRow<{ ledger_imbalance: number }>(
    () => sql`
      select coalesce(sum(abs(rest)), 0)::float8 as ledger_imbalance from (
        select sum(amount) as rest from ledger_entries
        where transaction_id > (select last_value from ledger_transactions) - ${recentTransactions}::int
        group by currency) sums`,
  ),
  loops: readRow<{ open_loops: number }>(
    (now) => sql`select count(*)::int as open_loops from open_loops_at(${now})`,
  ),
  moderation: readRow<{ moderation_open: number }>(
    () => sql`
      select count(*)::int as moderation_open from moderation_tasks where state in ('open', 'claimed')`,
  ),
  // Launches of the mini-app in the last day. Those of the last two minutes are left out, because the mini-app may still
  // be loading. Launches by older clients, which never report that they are ready, are left out too.
  launches: readRow<{ launches: number; launches_lost: number }>(
    (now) => sql`
      select count(*)::int as launches, (count(*) filter (where ready_at is null))::int as launches_lost
      from sessions where tells_ready
        and created_at > ${now} - interval '1 day' and created_at < ${now} - interval '2 minutes'`,
  ),
  // Without a process of backups there is no mark.
  backups: readRow<{ backup_late_ms: number }>(
    (now) => sql`
      select coalesce(max(extract(epoch from ${now} - done_at) * 1000), 0)::float8 as backup_late_ms
      from backup_marks where (work = 'log' and done_at < ${now} - interval '1 ms' * ${backupLimits.log})
        or (work = 'base' and done_at < ${now} - interval '1 ms' * ${backupLimits.base})`,
  ),
  deliveries: readRow<{ deliveries: Record<string, number> }>(
    () => sql`
      select coalesce(json_object_agg(state, amount), '{}') as deliveries from
        (select state, count(*)::int as amount from deliveries group by state) states`,
  ),
}

type Parts = typeof figureParts
type Row<Part extends keyof Parts> = Awaited<ReturnType<Parts[Part]>>
export type OperatorsView = Row<'outbox'> &
  Row<'tasks'> &
  Row<'cases'> &
  Row<'payments'> &
  Row<'ledger'> &
  Row<'loops'> &
  Row<'moderation'> &
  Row<'launches'> &
  Row<'backups'> &
  Row<'deliveries'>

/** Reads all figures. @throws if one of them cannot be read */
export async function operatorsView(ctx: Context): Promise<OperatorsView> {
  const rows = await Promise.all(Object.values(figureParts).map((read) => read(ctx)))
  return Object.assign({}, ...rows) as OperatorsView
}

/**
 * Adds up the whole ledger, whose entries must have the sum zero in each currency.
 * @returns sum of the differences in kopecks and Stars; 0 if the ledger balances
 */
export async function ledgerImbalance(db: Db): Promise<number> {
  const { rows } = await sql<{ off: number }>`select coalesce(sum(abs(rest)), 0)::float8 as off from (
    select sum(amount) as rest from ledger_entries group by currency) sums`.execute(db)
  return rows[0]?.off ?? 0
}
