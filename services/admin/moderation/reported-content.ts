import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ReportedSubject } from '#contract/calls/admin-reports.ts'
import type { Db } from '#db/index.ts'
import { type Page, type Paging, readPage, total } from '#services/admin/pages.ts'
import { reportedAuthor, reportedText } from '#services/moderation/author/author.ts'

type Subject = z.output<typeof ReportedSubject>

/** Maximum characters of a reported text, and maximum reports shown for one reported object. */
const textLength = sql.lit(300)
const latest = sql.lit(10)

/** SQL for the listing that a report is about. The query needs the alias `report`. */
const listing = sql<Subject['listing']>`(select json_build_object('id', listing.id, 'kind', listing.kind,
    'title', listing.title)
  from listings listing where listing.id = case report.subject_type
    when 'listing' then report.subject_id
    when 'response' then (select listing_id from responses where id = report.subject_id)
    when 'review' then (select listing_id from reviews where id = report.subject_id)
    when 'message' then (select room.listing_id from chat_messages message
      join chat_rooms room on room.id = message.room_id where message.id = report.subject_id) end)`

const complaints = sql<Subject['complaints']>`(
  select json_agg(json_build_object('id', one.id, 'reason', one.reason, 'comment', one.comment, 'state', one.state,
    'created_at', one.created_at, 'reporter_id', sender.id, 'reporter_name', sender.full_name,
    'reporter_accepted', (select count(*) from reports where reporter_id = sender.id and state = 'accepted'),
    'reporter_dismissed', (select count(*) from reports where reporter_id = sender.id and state = 'dismissed'))
    order by one.id desc)
  from (select * from reports where subject_type = report.subject_type and subject_id = report.subject_id
    order by id desc limit ${latest}) one
  join users sender on sender.id = one.reporter_id)`

const author = sql<Subject['author']>`json_build_object('id', author.id, 'full_name', author.full_name,
  'status', author.status)`

/** SQL for the number of reports in a given state about the same object. */
const countOf = (state: string) => sql<number>`count(*) filter (where report.state = ${state})::int`.as(state)

/**
 * SQL for the task that decides on the open reports about the same object. An undone decision can leave two undecided
 * tasks about one object; then it is the older one. If none waits, it is the latest task.
 */
const decisiveTask = sql<number | null>`coalesce(
  min(task.id) filter (where report.state = 'open' and task.state in ('open', 'claimed')), max(task.id))`

type Filter = Paging & { state?: 'open' | 'closed' }

/**
 * Lists reported objects. Objects with open reports come first, by longest wait; all others follow by latest report.
 * @param about further SQL condition over the alias `report`
 */
export async function listReported(
  db: Db,
  filter: Filter,
  about?: RawBuilder<boolean>,
): Promise<Page<Subject>> {
  const { state } = filter
  const matching = db
    .with('report', (query) =>
      query
        .selectFrom('reports as report')
        .leftJoin('moderation_tasks as task', 'task.id', 'report.task_id')
        .select(['subject_type', 'subject_id', countOf('open'), countOf('accepted'), countOf('dismissed')])
        .select((eb) => [
          eb.fn.max('report.created_at').as('last_at'),
          // The first complaint decides which side of a private order it is about, as for its task.
          sql<number>`(array_agg(report.reporter_id order by report.id))[1]`.as('reporter_id'),
          eb.fn.max('report.author_id').as('author_id'),
          decisiveTask.as('task_id'),
          sql<string | null>`min(report.created_at) filter (where report.state = 'open')`.as('waiting_since'),
        ])
        .groupBy(['subject_type', 'subject_id']),
    )
    .selectFrom('report')
    .innerJoin('users as author', (join) => join.on(sql`author.id`, '=', reportedAuthor))
    .select(['subject_type', 'subject_id', 'open', 'accepted', 'dismissed', 'last_at', 'task_id', total])
    .select([
      listing.as('listing'),
      author.as('author'),
      sql<string>`left(${reportedText}, ${textLength})`.as('text'),
      complaints.as('complaints'),
      sql<boolean>`report.subject_type = 'service' and exists (select from user_services
        where id = report.subject_id and takedown_reason is not null)`.as('is_restorable'),
    ])
    .$if(state !== undefined, (query) => query.where('open', state === 'open' ? '>' : '=', 0))
    .$if(about !== undefined, (query) => query.where(about ?? sql<boolean>`true`))
    .orderBy('waiting_since', (order) => order.asc().nullsLast())
    .orderBy('last_at', 'desc')
    .orderBy('task_id', 'desc')
  return readPage(matching, filter)
}
