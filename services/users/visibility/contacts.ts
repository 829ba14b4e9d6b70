import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'

export type ContactVisibility = {
  /** True if the person is hidden from the viewer. The viewer then gets the error `not_found`. */
  hidden: boolean
  contacts: boolean
  resume: boolean
  /** True if the daily limit of revealed contacts applies to the viewer; false for admins. */
  counted: boolean
}

const shownAction = 'user.contacts_shown'
const refusedAction = 'user.contacts_refused'

const daysAgo = ({ now }: Context, days: number) =>
  new Date(now().getTime() - days * 24 * 60 * 60_000).toISOString()

/**
 * Parts of another person's profile that the viewer may see. Contacts are for the other side of an assignment and for
 * admins. The resume is also for the author of a listing to which it was sent. A person who blocked the viewer, or whom
 * moderators blocked, is hidden from strangers.
 */
export async function contactVisibility(
  db: Db,
  viewer_id: number,
  user_id: number,
): Promise<ContactVisibility> {
  const { rows } = await sql<{ hidden: boolean; admin: boolean; side: boolean; resume: boolean }>`
    select
      person.status = 'blocked' or exists (
        select from user_blocks where user_id = person.id and blocked_id = viewer.id) as hidden,
      viewer.role = 'admin' as admin,
      exists (select from listings where status <> 'deleted' and (author_id, executor_id) in
        ((viewer.id, person.id), (person.id, viewer.id))) as side,
      exists (select from responses response join listings listing on listing.id = response.listing_id
        where response.user_id = person.id and listing.author_id = viewer.id
          and response.with_resume and response.status <> 'withdrawn') as resume
    from users viewer, users person
    where viewer.id = ${viewer_id} and person.id = ${user_id} and person.status <> 'deleted'
  `.execute(db)
  const [row] = rows
  if (!row) return { hidden: true, contacts: false, resume: false, counted: true }
  const contacts = row.admin || row.side
  return {
    hidden: row.hidden && !contacts,
    contacts,
    resume: contacts || row.resume,
    counted: !row.admin,
  }
}

/**
 * Audits and limits revealed contacts. Without a limit, an author could choose and dismiss many people only to collect
 * their contacts. A viewer may see the contacts of `limits.contactsPerDay` people a day; an attempt to see more is
 * shown to moderators. The chat with the chosen person stays open. Admins have no limit.
 * @returns true if the contacts may be shown
 */
export async function revealContacts(
  ctx: UserContext,
  user_id: number,
  { counted }: ContactVisibility,
): Promise<boolean> {
  const { id: actor_id } = ctx.viewer
  const subject = { type: 'user', id: user_id } as const
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes requests of one viewer wait for each other, so that none exceeds the limit.
    await tx.selectFrom('users').select('id').where('id', '=', actor_id).forNoKeyUpdate().execute()
    const traces = await tx
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', actor_id)
      .where('action', 'in', [shownAction, refusedAction])
      .where('created_at', '>', daysAgo(ctx, 1))
      .execute()
    const shownIds = new Set(
      traces.filter(({ action }) => action === shownAction).map((trace) => trace.subject_id),
    )
    if (counted && !shownIds.has(user_id) && shownIds.size >= limits.contactsPerDay) {
      const isNoted = traces.some(({ action }) => action === refusedAction)
      if (!isNoted) await writeAudit(ctx, tx, { actor_id, action: refusedAction, subject })
      return false
    }
    if (!shownIds.has(user_id)) await writeAudit(ctx, tx, { actor_id, action: shownAction, subject })
    return true
  })
}

/**
 * SQL condition that a person recently tried to see more contacts than the daily limit. Moderators see this fact on the
 * person's listings.
 */
export function gathersContacts(ctx: Context, column: string): RawBuilder<boolean> {
  return sql`exists (select from audit_log where actor_id = ${sql.ref(column)} and action = ${refusedAction}
    and created_at > ${daysAgo(ctx, 30)})`
}
