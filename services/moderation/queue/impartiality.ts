import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import { isStaff } from '#services/moderation/author/staff.ts'

type Task = { id: number; appeal_of: number | null }

/**
 * Checks that a moderator is impartial. Moderators must not decide about their own listings, edits and appeals, or
 * about complaints against themselves or their messages. An appeal must be decided by another moderator than the
 * appealed decision. If no other staff exist, both are allowed, and the decision is marked.
 * @returns true when the moderator decides alone because no other staff exist
 * @throws own_case, own_rejection
 */
export async function checkImpartial(
  ctx: Context,
  tx: Tx,
  task: Task,
  moderator_id: number,
): Promise<boolean> {
  const author = await findAuthor(tx, task.id)
  const isOwn = author?.id === moderator_id
  if (!isOwn && !(await hasDecidedFirst(tx, task, moderator_id))) return false
  const others = [moderator_id, ...(author ? [author.id] : [])]
  if (await hasOtherStaff(ctx, tx, others)) throw new AppError(isOwn ? 'own_case' : 'own_rejection')
  return true
}

/** True if this moderator made the decision against which the author appeals. */
async function hasDecidedFirst(tx: Tx, { appeal_of }: Task, moderator_id: number): Promise<boolean> {
  if (appeal_of === null) return false
  const first = await tx
    .selectFrom('moderation_tasks')
    .select('decided_by')
    .where('id', '=', appeal_of)
    .executeTakeFirst()
  return first?.decided_by === moderator_id
}

/**
 * True if there are other active staff. The query runs at every decision, so that people who were just blocked or lost
 * their role do not count.
 */
async function hasOtherStaff(ctx: Context, tx: Tx, besides: number[]): Promise<boolean> {
  const otherModerator = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', besides)
    .where(isStaff(ctx, 'users'))
    .limit(1)
    .executeTakeFirst()
  return otherModerator !== undefined
}
