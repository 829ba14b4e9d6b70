import { sql } from 'kysely'
import type { z } from 'zod'
import type { ModerationTask, Report } from '#contract/calls/admin.ts'
import type { PublicUser } from '#contract/calls/shapes.ts'
import type { Language } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { publicUser } from '#services/users/projections.ts'
import { type Paging, skip, toPage, total } from './paging.ts'

type Task = z.output<typeof ModerationTask>

/** Who wrote what is complained about; the person themselves when the complaint is about a person. */
const accused = sql`case report.subject_type
  when 'listing' then (select author_id from listings where id = report.subject_id)
  when 'response' then (select user_id from responses where id = report.subject_id)
  when 'message' then (select sender_id from chat_messages where id = report.subject_id)
  when 'review' then (select author_id from reviews where id = report.subject_id)
  else report.subject_id end`

/** The words that are complained about. */
const words = sql<string>`coalesce(case report.subject_type
  when 'listing' then coalesce((select subtitle from orders where listing_id = report.subject_id),
    (select description from vacancies where listing_id = report.subject_id))
  when 'response' then (select response_text from responses where id = report.subject_id)
  when 'message' then (select content from chat_messages where id = report.subject_id)
  when 'review' then (select review_text from reviews where id = report.subject_id) end, '')`

function selectReports(db: Db, language: Language) {
  return db
    .selectFrom('moderation_tasks as task')
    .innerJoin('reports as report', 'report.id', 'task.report_id')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['task.id', 'task.subject', 'task.state', 'task.flags', 'task.created_at', 'task.claimed_by'])
    .select(['task.claimed_until', 'task.decided_by', 'task.effective_at', 'task.reason', 'task.listing_id'])
    .select(['listing.kind', 'listing.title', 'listing.status', words.as('text')])
    .select([
      sql<z.output<typeof PublicUser>>`(select ${publicUser('author', language)}
        from users author where author.id = ${accused})`.as('author'),
      sql<z.output<typeof Report>>`json_build_object('id', report.id, 'subject_type', report.subject_type,
        'subject_id', report.subject_id, 'reason', report.reason, 'comment', report.comment,
        'state', report.state, 'reporter_id', report.reporter_id)`.as('report'),
    ])
}

export async function findReportTask(db: Db, id: number, language: Language): Promise<Task | undefined> {
  return selectReports(db, language).where('task.id', '=', id).executeTakeFirst()
}

/** Complaints that nobody has decided, oldest first. */
export async function listReports(db: Db, language: Language, paging: Paging) {
  const rows = await selectReports(db, language)
    .select(total)
    .where('task.applied_at', 'is', null)
    .orderBy('task.created_at')
    .orderBy('task.id')
    .limit(paging.per_page)
    .offset(skip(paging))
    .execute()
  return toPage<Task & { total: number }>(rows, paging)
}
