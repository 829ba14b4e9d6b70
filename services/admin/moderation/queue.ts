import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { type Page, skip, toPage, total } from '#services/admin/pages.ts'
import { listingMatches } from '#services/admin/search-columns.ts'
import type { StaffSource } from '#services/moderation/author/staff.ts'
import { queueOrder } from './queue-entries.ts'
import { listReports, selectReports } from './reports.ts'
import { complete, type QueueFilter, selectReviews, type Task } from './tasks.ts'

/** @throws not_found */
export async function getTask(source: StaffSource, id: number, language: Language): Promise<Task> {
  const row =
    (await selectReviews(source, language).where('task.id', '=', id).executeTakeFirst()) ??
    (await selectReports(source, language).where('task.id', '=', id).executeTakeFirst())
  if (!row) throw new AppError('not_found')
  return complete(source.db, language, row)
}

/** Tasks that wait or whose decision can be undone, each with everything needed for a decision. */
export async function listQueue(
  source: StaffSource,
  language: Language,
  filter: QueueFilter,
): Promise<Page<Task>> {
  const { subject, kind, search } = filter
  if (subject === 'report') return listReports(source, language, filter)
  const rows = await selectReviews(source, language)
    .select(total)
    .where('task.applied_at', 'is', null)
    .where('task.subject', '<>', 'act')
    .$if(subject !== 'review', (query) =>
      query.where('task.subject', '=', subject === 'review' ? 'listing' : subject),
    )
    .$if(kind !== undefined, (query) => query.where('listing.kind', '=', kind ?? 'order'))
    .$if(Boolean(search), (query) => query.where(listingMatches(search ?? '')))
    .orderBy(queueOrder)
    .limit(filter.per_page)
    .offset(skip(filter))
    .execute()
  const { items, pagination } = toPage(rows, filter)
  return { items: await Promise.all(items.map((row) => complete(source.db, language, row))), pagination }
}
