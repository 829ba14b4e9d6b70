import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { writeAudit } from '#services/moderation/audit.ts'
import type { UserContext } from '#services/request-context.ts'

export type Reach = {
  /** The viewer may not know that the person is here. */
  hidden: boolean
  contacts: boolean
  resume: boolean
}

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
  if (!row) return { hidden: true, contacts: false, resume: false }
  const contacts = row.admin || row.side
  return { hidden: row.hidden && !contacts, contacts, resume: contacts || row.resume }
}

/** Leaves a trace of contacts that were shown: they are what scammers look for. */
export async function noteReveal(ctx: UserContext, user_id: number): Promise<void> {
  await ctx.db.transaction().execute((tx) =>
    writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'user.contacts_shown',
      subject: { type: 'user', id: user_id },
    }),
  )
}
