import { type RawBuilder, sql } from 'kysely'
import type { Seen } from '#contract/options.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import type { Session } from '#services/users/sessions/sessions.ts'
import { isBlockedPair } from '#services/users/visibility/blocks.ts'
import { changeOwn } from './own-row.ts'

/** Stores the date of a person's visit, once a day, unless the person hides visits. */
export async function storeVisitDay(
  { db, now }: Pick<Context, 'db' | 'now'>,
  session: Session,
): Promise<void> {
  const today = now().toISOString().slice(0, 10)
  if (!session.is_seen_shown || session.seen_on === today) return
  await sql`update users set seen_on = ${today}
    where id = ${session.user_id} and is_seen_shown and status = 'active'`.execute(db)
}

/** Stores whether others see a person's last visit. If not, the stored date is deleted. */
export async function setSeenShown(ctx: UserContext, tx: Tx, is_seen_shown: boolean): Promise<void> {
  const seen_on = is_seen_shown ? ctx.now().toISOString().slice(0, 10) : null
  await changeOwn(ctx, { is_seen_shown, seen_on }, tx)
}

/**
 * SQL for a person's last visit in coarse steps. Null if the person or the viewer hides visits, and if one of them has
 * blocked the other.
 */
export function seenJson(
  alias: string,
  { viewer_id, now }: { viewer_id: number; now: string },
): RawBuilder<Seen | null> {
  return sql`(select ${lastVisitStep(alias, now)} from users viewer
    where viewer.id = ${viewer_id} and viewer.is_seen_shown and ${isVisitShown(alias)}
      and not ${isBlockedPair(sql.ref(`${alias}.id`), sql.ref('viewer.id'))})`
}

/** SQL for a person's last visit as their own profile shows it. */
export const ownSeen = (alias: string, now: string): RawBuilder<Seen | null> =>
  sql`case when ${isVisitShown(alias)} then ${lastVisitStep(alias, now)} end`

function isVisitShown(alias: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`(${of('is_seen_shown')} and ${of('seen_on')} is not null and ${of('status')} = 'active')`
}

function lastVisitStep(alias: string, now: string): RawBuilder<Seen> {
  const seen_on = sql.ref(`${alias}.seen_on`)
  return sql`(case when ${seen_on} >= ${now}::date then 'today'
    when ${seen_on} > ${now}::date - 7 then 'week' else 'earlier' end)`
}
