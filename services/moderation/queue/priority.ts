import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

/**
 * Priorities of messages to the moderators' chat; the lowest number is sent first. Paid submissions come before
 * everything that people can send for free. `talk` is for authors' answers and their files.
 */
export const priorities = { paid: 0, edit: 1, reminder: 1, talk: 2, report: 3, unconfirmed: 4 } as const

/** SQL condition that no person who complained has a confirmed phone number. The query needs the alias `task`. */
export const isUnconfirmedReport = sql<boolean>`not exists (
  select from reports about join users sender on sender.id = about.reporter_id
  where about.task_id = task.id and sender.is_verified)`

export async function priorityOf(db: Db, task_id: number): Promise<number> {
  const task = await db
    .selectFrom('moderation_tasks as task')
    .select(['task.subject', isUnconfirmedReport.as('is_slow')])
    .where('task.id', '=', task_id)
    .executeTakeFirst()
  if (task?.subject === 'report') return task.is_slow ? priorities.unconfirmed : priorities.report
  return task?.subject === 'revision' ? priorities.edit : priorities.paid
}
