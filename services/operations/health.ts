import { sql } from 'kysely'
import { outboxAge } from '#db/outbox.ts'
import type { Context } from '#services/context.ts'

export type OperatorsView = Awaited<ReturnType<typeof operatorsView>>

/** What an operator asks first: does anything wait, fail or miss money. */
export async function operatorsView(ctx: Context) {
  const counts = sql<{
    dead_tasks: number
    open_cases: number
    payment_violations: number
    moderation_open: number
    deliveries: Record<string, number>
  }>`
    select
      (select count(*)::int from event_tasks where dead_at is not null and done_at is null) as dead_tasks,
      (select count(*)::int from payment_cases where state = 'open') as open_cases,
      (select count(*)::int from payment_invariant_violations
        where since < ${ctx.now().toISOString()}::timestamptz - interval '1 minute') as payment_violations,
      (select count(*)::int from moderation_tasks where state in ('open', 'claimed')) as moderation_open,
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
