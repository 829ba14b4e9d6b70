import { AppError } from '#contract/errors.ts'
import type { reportReasons } from '#contract/options.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ReportState, ReportSubject } from '#db/tables.ts'
import { record } from '#services/events.ts'
import { getVisibleFacts } from '#services/listings/facts.ts'
import { waiting } from '#services/moderation/opening.ts'
import type { UserContext } from '#services/request-context.ts'
import { findReach } from '#services/users/contacts.ts'

export type NewReport = {
  subject_type: ReportSubject
  subject_id: number
  reason: (typeof reportReasons)[number]
  comment: string | null
}

/** Whether the viewer has this thing before their eyes: nobody reports what they cannot see. */
const isSeen: Record<ReportSubject, (ctx: UserContext, id: number) => Promise<boolean>> = {
  listing: async (ctx, id) => (await getVisibleFacts(ctx.db, id, ctx.viewer.id)) !== undefined,
  user: async ({ db, viewer }, id) => id !== viewer.id && !(await findReach(db, viewer.id, id)).hidden,
  response: async ({ db, viewer }, id) =>
    isRow(
      db
        .selectFrom('responses as response')
        .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
        .select('response.id')
        .where('response.id', '=', id)
        .where('response.status', '<>', 'withdrawn')
        .where('listing.author_id', '=', viewer.id),
    ),
  message: async ({ db, viewer }, id) =>
    isRow(
      db
        .selectFrom('chat_messages as message')
        .innerJoin('chat_members as member', 'member.room_id', 'message.room_id')
        .select('message.id')
        .where('message.id', '=', id)
        .where('message.sender_id', '<>', viewer.id)
        .where('member.user_id', '=', viewer.id),
    ),
  review: async ({ db }, id) =>
    isRow(db.selectFrom('reviews').select('id').where('id', '=', id).where('published_at', 'is not', null)),
}

async function isRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Stores a complaint and puts it into the moderators' queue; the same open one again changes nothing.
 * @throws not_found
 */
export async function report(
  ctx: UserContext,
  { subject_type, subject_id, ...words }: NewReport,
): Promise<{ id: number; state: ReportState }> {
  if (!(await isSeen[subject_type](ctx, subject_id))) throw new AppError('not_found')
  const reporter_id = ctx.viewer.id
  const created_at = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('reports')
      .values({ reporter_id, subject_type, subject_id, ...words, created_at })
      .onConflict((conflict) =>
        conflict
          .columns(['reporter_id', 'subject_type', 'subject_id'])
          .where('state', '=', 'open')
          .doNothing(),
      )
      .returning(['id', 'state'])
      .executeTakeFirst()
    if (!added) return findOpen(tx, { reporter_id, subject_type, subject_id })
    const listing_id = subject_type === 'listing' ? subject_id : null
    const task = { listing_id, created_at, updated_at: created_at, ...waiting(ctx.now()) }
    await tx
      .insertInto('moderation_tasks')
      .values({ subject: 'report', report_id: added.id, ...task })
      .execute()
    await record(ctx, tx, 'report.submitted', { report_id: added.id })
    return added
  })
}

async function findOpen(
  db: Db | Tx,
  {
    reporter_id,
    subject_type,
    subject_id,
  }: Pick<NewReport, 'subject_type' | 'subject_id'> & { reporter_id: number },
) {
  return db
    .selectFrom('reports')
    .select(['id', 'state'])
    .where('reporter_id', '=', reporter_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}
