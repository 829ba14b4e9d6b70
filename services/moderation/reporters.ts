import { sql } from 'kysely'

/** One of those who complain about the same thing, and what became of their earlier complaints. */
export type Reporter = {
  id: number
  full_name: string
  reason: string
  comment: string | null
  accepted: number
  dismissed: number
}

/** A card and a screen name so many of the first. */
const named = sql.lit(10)

/** How many complain, over `task`. */
export const complaints = sql<number>`(select count(*)::int from reports where task_id = task.id)`

/** The first of those who complain, over `task`. */
export const reporters = sql<Reporter[]>`coalesce((
  select json_agg(json_build_object('id', sender.id, 'full_name', sender.full_name, 'reason', about.reason,
    'comment', about.comment,
    'accepted', (select count(*) from reports where reporter_id = sender.id and state = 'accepted'),
    'dismissed', (select count(*) from reports where reporter_id = sender.id and state = 'dismissed'))
    order by about.id)
  from (select * from reports where task_id = task.id order by id limit ${named}) about
  join users sender on sender.id = about.reporter_id), '[]')`
