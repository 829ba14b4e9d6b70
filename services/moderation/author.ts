import type { Tx } from '#db/index.ts'
import { accused } from './accused.ts'

/** Who wrote what a task is about; the person themselves when a complaint is about a person. */
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
          eb.case().when('task.subject', '=', 'report').then(accused).else(eb.ref('listing.author_id')).end(),
        ),
      ),
    )
    .select(['author.id', 'author.role', 'author.ui_language'])
    .where('task.id', '=', task_id)
    .where('author.status', '<>', 'deleted')
    .executeTakeFirst()
}
