import { sql } from 'kysely'
import type { z } from 'zod'
import type { Report } from '#contract/calls/admin-shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { listingMatches } from '#services/admin/columns.ts'
import { type Page, readPage, total } from '#services/admin/pages.ts'
import { hasReturned, reportedAuthor, reportedText } from '#services/moderation/author/author.ts'
import { complaints, reporters } from '#services/moderation/author/columns.ts'
import type { StaffSource } from '#services/moderation/author/staff.ts'
import { requestSides } from '#services/moderation/card/queries.ts'
import { isUnconfirmedReport } from '#services/moderation/queue/priority.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { queueOrder } from './queue-entries.ts'
import {
  complete,
  offer,
  type QueueFilter,
  selectReviews,
  standingColumns,
  type Task,
  taskColumns,
  taskDetailColumns,
} from './tasks.ts'

function selectReports({ db, config }: StaffSource, language: Language) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('reports as report', 'report.id', 'task.report_id')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .innerJoin('users as author', (join) => join.on(sql`author.id`, '=', reportedAuthor))
    .select(taskColumns)
    .select(standingColumns({ config }))
    .select(taskDetailColumns)
    .select(['listing.kind', 'listing.title', 'listing.status', reportedText.as('text')])
    .select(['author.status as author_status', 'author.role as author_role', hasReturned])
    .select([publicUser('author', language).as('author')])
    .select([
      sql<Task['offer']>`case when report.subject_type = 'listing' then ${offer(language)} end`.as('offer'),
      sql<z.output<typeof Report>>`json_build_object('id', report.id, 'subject_type', report.subject_type,
        'subject_id', report.subject_id, 'reason', report.reason, 'comment', report.comment,
        'state', report.state, 'reporter_id', report.reporter_id, 'sides', ${requestSides},
        'complaints', ${complaints}, 'reporters', ${reporters})`.as('report'),
    ])
}

/**
 * Lists undecided reports, oldest first. Reports by people without a confirmed phone come last. A report that is not
 * about a listing is counted with those about orders.
 */
async function listReports(
  source: StaffSource,
  language: Language,
  filter: QueueFilter,
): Promise<Page<Task>> {
  const matching = selectReports(source, language)
    .select(total)
    .where('task.applied_at', 'is', null)
    .$if(filter.kind !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(listing.kind, 'order') = ${filter.kind}`),
    )
    .orderBy(isUnconfirmedReport)
    .orderBy('task.waiting_since')
    .orderBy('task.id')
  const { items, pagination } = await readPage(matching, filter)
  return { items: await Promise.all(items.map((row) => complete(source.db, language, row))), pagination }
}

/** @throws not_found if the task does not exist */
export async function getTask(source: StaffSource, id: number, language: Language): Promise<Task> {
  const row =
    (await selectReviews(source, language).where('task.id', '=', id).executeTakeFirst()) ??
    (await selectReports(source, language).where('task.id', '=', id).executeTakeFirst())
  if (!row) throw new AppError('not_found')
  return complete(source.db, language, row)
}

/**
 * Lists the tasks that wait for a decision, and those whose decision can still be undone. Each task has everything that
 * a moderator needs for the decision.
 */
export async function listQueue(
  source: StaffSource,
  language: Language,
  filter: QueueFilter,
): Promise<Page<Task>> {
  const { subject, kind, search } = filter
  if (subject === 'report') return listReports(source, language, filter)
  const matching = selectReviews(source, language)
    .select(total)
    .where('task.applied_at', 'is', null)
    .where('task.subject', '<>', 'act')
    .$if(subject !== 'review', (query) =>
      query.where('task.subject', '=', subject === 'review' ? 'listing' : subject),
    )
    .$if(kind !== undefined, (query) => query.where('listing.kind', '=', kind ?? 'order'))
    .$if(Boolean(search), (query) => query.where(listingMatches(search ?? '')))
    .orderBy(queueOrder)
  const { items, pagination } = await readPage(matching, filter)
  return { items: await Promise.all(items.map((row) => complete(source.db, language, row))), pagination }
}
