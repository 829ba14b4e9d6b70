import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { outboxAge } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'

/** Maximum time of a readiness check in ms. Supervisors expect an answer within two seconds. */
const timeoutMs = 1500

/** True if the promise is fulfilled within the time limit. False if it fails or is late. */
export async function resolvesInTime(question: Promise<unknown>): Promise<boolean> {
  const outcome = question.then(
    () => true,
    () => false,
  )
  const timeout = wait(timeoutMs, false, { ref: false })
  return Promise.race([outcome, timeout])
}

/**
 * Checks Postgres and Redis. Redis is checked with a write, because a full Redis can still be read. `room` is true if
 * Postgres has disk space, as far as recent writes tell; a test write would itself need disk space.
 */
export async function checkServers(
  ctx: Context,
): Promise<{ postgres: boolean; room: boolean; redis: boolean }> {
  const [postgres, redis] = await Promise.all([
    resolvesInTime(sql`select 1`.execute(ctx.probe)),
    resolvesInTime(ctx.redis.set('health', ctx.now().getTime(), 'PX', 60_000)),
  ])
  return { postgres, room: ctx.diskSpace.hasSpace(), redis }
}

/** Returns a function that runs an expensive check and caches the result for `everyMs`. */
export function cachedCheck(everyMs: number, attempt: () => Promise<unknown>): () => Promise<boolean> {
  let last: { at: number; outcome: Promise<boolean> } | undefined
  return () => {
    if (!last || performance.now() - last.at > everyMs)
      last = { at: performance.now(), outcome: resolvesInTime(attempt()) }
    return last.outcome
  }
}

export type OperatorsView = Awaited<ReturnType<typeof operatorsView>>

/** Number of latest ledger transactions that each check sums up. The whole ledger is checked once an hour. */
const recentTransactions = 50_000

/**
 * SQL for the launches of the mini-app in the last day. Launches of the last two minutes are left out, because the
 * mini-app may still be loading. Launches by older clients, which never report that they are ready, are left out too.
 */
const launchesOf = ({ now }: Context) => sql`(
  select ready_at from sessions where tells_ready
    and created_at > ${now().toISOString()}::timestamptz - interval '1 day'
    and created_at < ${now().toISOString()}::timestamptz - interval '2 minutes') launches`

/** Reads the figures that operators see: waiting work, failed work, and missing money. */
export async function operatorsView(ctx: Context) {
  const counts = sql<{
    dead_tasks: number
    open_cases: number
    payment_violations: number
    ledger_imbalance: number
    open_loops: number
    moderation_open: number
    launches: number
    launches_lost: number
    backup_late_ms: number
    deliveries: Record<string, number>
  }>`
    select
      (select count(*)::int from event_tasks where dead_at is not null and done_at is null) as dead_tasks,
      (select count(*)::int from payment_cases where state = 'open') as open_cases,
      (select count(*)::int from payment_invariant_violations
        where since < ${ctx.now().toISOString()}::timestamptz - interval '1 minute') as payment_violations,
      (select coalesce(sum(abs(rest)), 0)::float8 from (
        select sum(amount) as rest from ledger_entries
        where transaction_id > (select last_value from ledger_transactions) - ${recentTransactions}::int
        group by currency) sums) as ledger_imbalance,
      (select count(*)::int from open_loops_at(${ctx.now().toISOString()}::timestamptz)) as open_loops,
      (select count(*)::int from moderation_tasks where state in ('open', 'claimed')) as moderation_open,
      (select count(*)::int from ${launchesOf(ctx)}) as launches,
      (select count(*)::int from ${launchesOf(ctx)} where ready_at is null) as launches_lost,
      -- Where there is no process of backups there is no mark.
      (select coalesce(max(extract(epoch from ${ctx.now().toISOString()}::timestamptz - done_at) * 1000), 0)::float8
        from backup_marks where (work = 'log' and done_at < ${ctx.now().toISOString()}::timestamptz - interval '10 minutes')
          or (work = 'base' and done_at < ${ctx.now().toISOString()}::timestamptz - interval '30 hours')) as backup_late_ms,
      (select coalesce(json_object_agg(state, amount), '{}') from
        (select state, count(*)::int as amount from deliveries group by state) states) as deliveries`
  const [{ rows }, outbox_age_ms] = await Promise.all([
    counts.execute(ctx.db),
    outboxAge(ctx.db, ctx.now().toISOString()),
  ])
  const [row] = rows
  if (!row) throw new Error('counting found no row')
  return { ...row, outbox_age_ms }
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
