import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { measureTimes, type ServiceTimes } from '#services/moderation/queue/service-times.ts'

type Counts = {
  orders: number
  vacancies: number
  order_reports: number
  vacancy_reports: number
  people: number
  new_people: number
  /** Support cases that wait for an answer of the staff. */
  support: number
}

/** Figures of the admin menu: waiting moderation tasks, and numbers of people. */
export async function countAll(ctx: Context): Promise<Counts & { times: ServiceTimes }> {
  const today = `${ctx.now().toISOString().slice(0, 10)}T00:00:00Z`
  const waiting = (subject: string, kind: string) => sql`(select count(*)::int from waiting
    where is_report = ${subject === 'report'} and kind = ${kind})`
  const { rows } = await sql<Counts>`
    with waiting as (
      select task.subject = 'report' as is_report, coalesce(listing.kind, 'order') as kind
      from moderation_tasks task left join listings listing on listing.id = task.listing_id
      where task.state in ('open', 'claimed'))
    select ${waiting('review', 'order')} as orders, ${waiting('review', 'vacancy')} as vacancies,
      ${waiting('report', 'order')} as order_reports, ${waiting('report', 'vacancy')} as vacancy_reports,
      (select count(*)::int from users where status <> 'deleted') as people,
      (select count(*)::int from users where created_at >= ${today}) as new_people,
      (select count(*)::int from support_cases where state = 'open' and last_side = 'person') as support`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new Error('counting found no row')
  return { ...row, times: await measureTimes(ctx) }
}
