import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { reportReasons } from '#contract/options.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ReportState, ReportSubject } from '#db/tables.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import { record } from '#services/core/records/events.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { waitingColumns } from '#services/moderation/queue/queue.ts'
import { areServicesSeen } from '#services/users/services/visibility.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'

const day = 24 * 60 * 60_000

export type NewReport = {
  subject_type: ReportSubject
  subject_id: number
  reason: (typeof reportReasons)[number]
  comment: string | null
}

/**
 * For each kind of item, a function that returns whether the viewer can see it. Only a visible item can be reported.
 */
const canSee: Record<ReportSubject, (ctx: UserContext, id: number) => Promise<boolean>> = {
  listing: async (ctx, id) => (await getVisibleFacts(ctx.db, id, ctx.viewer.id)) !== undefined,
  user: async ({ db, viewer }, id) =>
    id !== viewer.id && !(await contactVisibility(db, viewer.id, id)).hidden,
  response: async ({ db, viewer }, id) =>
    exists(
      db
        .selectFrom('responses as response')
        .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
        .select('response.id')
        .where('response.id', '=', id)
        .where('response.status', '<>', 'withdrawn')
        .where('listing.author_id', '=', viewer.id),
    ),
  message: async ({ db, viewer }, id) =>
    exists(
      db
        .selectFrom('chat_messages as message')
        .innerJoin('chat_members as member', 'member.room_id', 'message.room_id')
        .select('message.id')
        .where('message.id', '=', id)
        .where('message.sender_id', '<>', viewer.id)
        .where('member.user_id', '=', viewer.id),
    ),
  service: async ({ db, viewer }, id) => (await findReportableService(db, id, viewer.id)) !== undefined,
  review: async ({ db }, id) =>
    exists(db.selectFrom('reviews').select('id').where('id', '=', id).where('published_at', 'is not', null)),
}

/** Owner of a service that the viewer sees and may report. */
async function findReportableService(db: Db, id: number, viewer_id: number) {
  return db
    .selectFrom('user_services as service')
    .innerJoin('users as person', 'person.id', 'service.user_id')
    .select('person.id as owner_id')
    .where('service.id', '=', id)
    .where('person.id', '<>', viewer_id)
    .where(areServicesSeen(viewer_id))
    .executeTakeFirst()
}

async function exists(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Stores a complaint for the moderators. Open complaints about the same item share one task. Reporting an item again
 * while the first complaint is open changes nothing.
 * @throws not_found, too_many_reports
 */
export async function report(
  ctx: UserContext,
  { subject_type, subject_id, ...words }: NewReport,
): Promise<{ id: number; state: ReportState }> {
  if (!(await canSee[subject_type](ctx, subject_id))) throw new AppError('not_found')
  const reporter_id = ctx.viewer.id
  const subject = { subject_type, subject_id }
  const created_at = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    // Complaints of one person, and complaints about one item, are stored one after another. Otherwise the daily limit
    // could be exceeded, and one item could get two tasks.
    for (const line of [`reporter ${reporter_id}`, `reported ${subject_type} ${subject_id}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`.execute(tx)
    const open = await findOpen(tx, { reporter_id, ...subject })
    if (open) return open
    await checkReportsToday(ctx, tx)
    const task_id = await findSharedTask(tx, subject)
    const owner = subject_type === 'service' && (await findReportableService(tx, subject_id, reporter_id))
    if (owner === undefined) throw new AppError('not_found')
    const added = await tx
      .insertInto('reports')
      .values({
        reporter_id,
        ...subject,
        ...words,
        author_id: owner ? owner.owner_id : null,
        task_id,
        created_at,
      })
      .returning(['id', 'state'])
      .executeTakeFirstOrThrow()
    if (task_id) await record(ctx, tx, 'moderation.changed', { task_id })
    else await openReportTask(ctx, tx, added.id, subject)
    return added
  })
}

/**
 * Checks the daily number of complaints, which is lower for a person without a confirmed phone.
 * @throws too_many_reports
 */
async function checkReportsToday(ctx: UserContext, tx: Tx): Promise<void> {
  const since = new Date(ctx.now().getTime() - day).toISOString()
  const { reports, is_verified } = await tx
    .selectFrom('users as person')
    .select('person.is_verified')
    .select((eb) =>
      eb
        .selectFrom('reports')
        .select(eb.fn.countAll<number>().as('reports'))
        .where('reporter_id', '=', ctx.viewer.id)
        .where('created_at', '>', since)
        .as('reports'),
    )
    .where('person.id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow()
  const limit = limits.report[is_verified ? 'perDay' : 'unconfirmedPerDay']
  const before = await countDeparted(tx, ctx.viewer.id, 'reports', since)
  if ((reports ?? 0) + before >= limit) throw new AppError('too_many_reports', { limit })
}

type ReportedItem = Pick<NewReport, 'subject_type' | 'subject_id'>

/** Undecided moderation task about the reported item. */
async function findSharedTask(tx: Tx, { subject_type, subject_id }: ReportedItem): Promise<number | null> {
  const shared = await tx
    .selectFrom('reports as report')
    .innerJoin('moderation_tasks as task', 'task.id', 'report.task_id')
    .select('task.id')
    .where('report.subject_type', '=', subject_type)
    .where('report.subject_id', '=', subject_id)
    .where('report.state', '=', 'open')
    .where('task.state', 'in', ['open', 'claimed'])
    .limit(1)
    .executeTakeFirst()
  return shared?.id ?? null
}

async function openReportTask(
  ctx: UserContext,
  tx: Tx,
  report_id: number,
  { subject_type, subject_id }: ReportedItem,
): Promise<void> {
  const created_at = ctx.now().toISOString()
  const listing_id = subject_type === 'listing' ? subject_id : null
  const { id: task_id } = await tx
    .insertInto('moderation_tasks')
    .values({
      subject: 'report',
      report_id,
      listing_id,
      created_at,
      updated_at: created_at,
      ...waitingColumns(ctx.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('reports').set({ task_id }).where('id', '=', report_id).execute()
  await record(ctx, tx, 'report.submitted', { report_id })
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
    .executeTakeFirst()
}
