import { AppError } from '#contract/errors.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { Tx } from '#db/index.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import type { Task } from '#services/moderation/queue/tasks.ts'
import { removable } from './can-remove.ts'

/**
 * Checks that the consequence is possible now.
 * @throws wrong_state when there is nothing to remove, nobody to warn, or only staff to block; own_case
 */
export async function checkConsequence(
  tx: Tx,
  task: Task,
  consequence: Consequence,
  moderator_id: number,
): Promise<void> {
  if (consequence === 'remove') {
    if (!(await isRemovable(tx, task.id))) throw new AppError('wrong_state')
    return
  }
  const author = await findAuthor(tx, task.id)
  if (!author) throw new AppError('wrong_state')
  if (consequence !== 'block') return
  if (author.id === moderator_id) throw new AppError('own_case')
  if (author.role !== 'user') throw new AppError('wrong_state')
}

async function isRemovable(tx: Tx, task_id: number): Promise<boolean> {
  const task = await tx
    .selectFrom('moderation_tasks as task')
    .leftJoin('reports as report', 'report.id', 'task.report_id')
    .select(removable.as('is_removable'))
    .where('task.id', '=', task_id)
    .executeTakeFirstOrThrow()
  return task.is_removable
}
