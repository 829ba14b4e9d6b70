import { sql } from 'kysely'

/** A reporter with their reason, and the results of their earlier complaints. */
export type Reporter = {
  id: number
  full_name: string
  reason: string
  comment: string | null
  accepted: number
  dismissed: number
}

/** Reporters shown on a card or screen. */
const reportersNamed = sql.lit(10)

/** Number of complaints. Expects `task`. */
export const complaints = sql<number>`(select count(*)::int from reports where task_id = task.id)`

/** The first reporters. Expects `task`. */
export const reporters = sql<Reporter[]>`coalesce((
  select json_agg(json_build_object('id', sender.id, 'full_name', sender.full_name, 'reason', about.reason,
    'comment', about.comment,
    'accepted', (select count(*) from reports where reporter_id = sender.id and state = 'accepted'),
    'dismissed', (select count(*) from reports where reporter_id = sender.id and state = 'dismissed'))
    order by about.id)
  from (select * from reports where task_id = task.id order by id limit ${reportersNamed}) about
  join users sender on sender.id = about.reporter_id), '[]')`
