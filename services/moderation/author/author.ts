import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'

/** Finds the author of the item under review. If the item is a person, it is that person. */
export function findAuthor(tx: Tx, task_id: number) {
  return tx
    .selectFrom('moderation_tasks as task')
    .leftJoin('listings as listing', 'listing.id', 'task.listing_id')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .innerJoin('users as author', (join) =>
      join.on((eb) =>
        eb(
          'author.id',
          '=',
          eb
            .case()
            .when('task.report_id', 'is not', null)
            .then(reportedAuthor)
            .else(eb.ref('listing.author_id'))
            .end(),
        ),
      ),
    )
    .select(['author.id', 'author.role', 'author.ui_language'])
    .where('task.id', '=', task_id)
    .where('author.status', '<>', 'deleted')
    .executeTakeFirst()
}

/**
 * SQL for the id of the author of a reported item. If a person is reported, it is the id of that person. A private order
 * has two authors: the client, whose words it holds, and the freelancer, who may have answered with another price. The
 * one who complains means the other. The query needs the alias `report`.
 */
export const reportedAuthor = sql<number>`case report.subject_type
  when 'listing' then coalesce(
    (select freelancer_id from service_requests where listing_id = report.subject_id and client_id = report.reporter_id),
    (select author_id from listings where id = report.subject_id))
  when 'response' then (select user_id from responses where id = report.subject_id)
  when 'message' then (select sender_id from chat_messages where id = report.subject_id)
  when 'review' then (select author_id from reviews where id = report.subject_id)
  when 'service' then report.author_id
  else report.subject_id end`

/**
 * Returns the id of the person whose content the caller reported, or of the person whom the caller reported.
 * @throws not_found for other people's complaints
 */
export async function getReportedAuthor(db: Db, report_id: number, reporter_id: number): Promise<number> {
  const report = await db
    .selectFrom('reports as report')
    .select(reportedAuthor.as('author_id'))
    .where('report.id', '=', report_id)
    .where('report.reporter_id', '=', reporter_id)
    .executeTakeFirst()
  if (!report?.author_id) throw new AppError('not_found')
  return report.author_id
}

/** SQL for the text of a reported item. The query needs the alias `report`. */
export const reportedText = sql<string>`coalesce(case report.subject_type
  when 'listing' then concat_ws(E'\\n\\n', coalesce(
    (select subtitle from orders where listing_id = report.subject_id),
    (select description from vacancies where listing_id = report.subject_id)),
    (select counter_reason from service_requests where listing_id = report.subject_id))
  when 'response' then (select response_text from responses where id = report.subject_id)
  when 'message' then (select content from chat_messages where id = report.subject_id)
  when 'review' then (select review_text from reviews where id = report.subject_id)
  when 'service' then (select concat_ws(E'\\n\\n', name, nullif(description, ''), nullif(array_to_string(questions, E'\\n'), ''))
    from user_services where id = report.subject_id) end, '')`

/**
 * SQL column that is true if the author recently deleted an earlier account. Only staff may see it. The query needs the
 * alias `author`.
 */
export const hasReturned = sql<boolean>`exists (select from departures
  where mark = author.departed_mark and kind = 'left')`.as('author_returned')
