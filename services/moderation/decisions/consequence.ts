import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { responseStatusesBefore, statusesBefore } from '#contract/lifecycle.ts'
import { type Consequence, reasonLength } from '#contract/rejection.ts'
import type { Tx } from '#db/index.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import type { Task } from '#services/moderation/queue/tasks.ts'

/**
 * SQL condition that the item of a task can still be taken down or removed. Such items are listings in the feed or
 * hidden, requests for a service that wait, existing messages and reviews, undecided responses, services, and pictures of
 * a profile. The query needs the aliases `task` and `report`.
 */
export const removable = sql<boolean>`coalesce(case
  when task.listing_id is not null then (
    select status = 'offered'
      or (status = any(${sql.val(statusesBefore('take_down'))}::text[]) and hidden_reason is distinct from 'staff')
    from listings where id = task.listing_id)
  when report.subject_type = 'response' then (
    select status = any(${sql.val(responseStatusesBefore('withdraw'))}::text[]) from responses where id = report.subject_id)
  when report.subject_type = 'message' then (
    select deleted_at is null from chat_messages where id = report.subject_id)
  when report.subject_type = 'review' then (
    select removed_at is null and published_at is not null from reviews where id = report.subject_id)
  when report.subject_type = 'service' then (
    select takedown_reason is null from user_services where id = report.subject_id)
  when report.subject_type = 'user' then exists (
    select from users person where person.id = report.subject_id and (logo_url is not null or photo_url is not null
      or exists (select from user_works where user_id = person.id)))
  end, false)`

/**
 * Returns the reason of a decision without surrounding spaces.
 * @throws invalid_input when the reason is too short or too long
 */
export function checkReason(reason: string): string {
  const words = reason.trim()
  if (words.length < reasonLength.min || words.length > reasonLength.max)
    throw new AppError('invalid_input', { fields: [{ path: 'reason' }], max: reasonLength.max })
  return words
}

/**
 * Checks that the consequence of a decision is possible now.
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
