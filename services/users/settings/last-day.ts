import { type RawBuilder, sql } from 'kysely'
import type { Seen } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import type { Session } from '#services/users/sessions/sessions.ts'
import { changeOwn } from './own-row.ts'

/** Notes that a person uses the product today: a date, written once a day, and none of those who hide it. */
export async function noteDay({ db, now }: Pick<Context, 'db' | 'now'>, session: Session): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  if (!session.is_seen_shown || session.seen_on === today) return
  await sql`update users set seen_on = ${today}
    where id = ${session.user_id} and is_seen_shown and status = 'active'`.execute(db)
}

/** Whoever hides their days keeps none. */
export async function setSeenShown(ctx: UserContext, tx: Tx, is_seen_shown: boolean): Promise<void> {
  const seen_on = is_seen_shown ? ctx.now().toISOString().slice(0, 10) : null
  await changeOwn(ctx, { is_seen_shown, seen_on }, tx)
}

/**
 * When a person was last here, coarsely; null for a viewer who hides their own days, about somebody who does, and
 * between two of whom one has blocked the other.
 */
export function seenJson(
  alias: string,
  { viewer_id, now }: { viewer_id: number; now: string },
): RawBuilder<Seen | null> {
  return sql`(select ${word(alias, now)} from users viewer
    where viewer.id = ${viewer_id} and viewer.is_seen_shown and ${isShown(alias)}
      and not exists (select from user_blocks
        where user_id = ${sql.ref(`${alias}.id`)} and blocked_id = viewer.id))`
}

/** The same as somebody is told of themselves. */
export const ownSeen = (alias: string, now: string): RawBuilder<Seen | null> =>
  sql`case when ${isShown(alias)} then ${word(alias, now)} end`

function isShown(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${of('is_seen_shown')} and ${of('seen_on')} is not null and ${of('status')} = 'active')`
}

function word(alias: string, now: string): RawBuilder<Seen> {
  const seen_on = sql.ref(`${alias}.seen_on`)
  return sql`(case when ${seen_on} >= ${now}::date then 'today'
    when ${seen_on} > ${now}::date - 7 then 'week' else 'earlier' end)`
}
