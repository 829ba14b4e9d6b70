import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import { writeAudit } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'

export type Reach = {
  /** The viewer may not know that the person is here. */
  hidden: boolean
  contacts: boolean
  resume: boolean
  /** Contacts of so many people a day; admins have no such bound. */
  counted: boolean
}

const shown = 'user.contacts_shown'
const refused = 'user.contacts_refused'

const daysAgo = ({ now }: Context, days: number) =>
  new Date(now().getTime() - days * 24 * 60 * 60_000).toISOString()

/**
 * What a viewer may see of another person. Contacts are for the other side of an assignment and for admins; the
 * resume also for the author of a listing to which it was sent. A person whom the other has blocked, or whom
 * the moderators have, is not there for strangers.
 */
export async function findReach(db: Db, viewer_id: number, user_id: number): Promise<Reach> {
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
 * Choosing somebody, reading how to reach them and taking the choice back costs nothing, so contacts could be gathered
 * that way. Each person shown leaves a trace, one day shows `limits.contactsPerDay` people, and who wanted more is
 * noted for the moderators. The chosen can be written to in their room all the same. Admins are not counted.
 * @returns whether the contacts may be shown
 */
export async function revealContacts(
  ctx: UserContext,
  user_id: number,
  { counted }: Reach,
): Promise<boolean> {
  const { id: actor_id } = ctx.viewer
  const subject = { type: 'user', id: user_id } as const
  return ctx.db.transaction().execute(async (tx) => {
    // Readings of one person that came at once are counted one after another.
    await tx.selectFrom('users').select('id').where('id', '=', actor_id).forNoKeyUpdate().execute()
    const traces = await tx
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('actor_id', '=', actor_id)
      .where('action', 'in', [shown, refused])
      .where('created_at', '>', daysAgo(ctx, 1))
      .execute()
    const known = new Set(traces.filter(({ action }) => action === shown).map((trace) => trace.subject_id))
    if (counted && !known.has(user_id) && known.size >= limits.contactsPerDay) {
      const isNoted = traces.some(({ action }) => action === refused)
      if (!isNoted) await writeAudit(ctx, tx, { actor_id, action: refused, subject })
      return false
    }
    if (!known.has(user_id)) await writeAudit(ctx, tx, { actor_id, action: shown, subject })
    return true
  })
}

/** The person in the column wanted more contacts than a day shows; moderators are told with their listings. */
export function gathersContacts(ctx: Context, column: string): RawBuilder<boolean> {
  return sql`exists (select from audit_log where actor_id = ${sql.ref(column)} and action = ${refused}
    and created_at > ${daysAgo(ctx, 30)})`
}
