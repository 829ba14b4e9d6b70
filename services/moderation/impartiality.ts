import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { findAuthor } from './author.ts'
import { isStaff } from './staff.ts'

type Task = { id: number; appeal_of: number | null }

/**
 * Staff do not decide about their own: a listing, its edits and appeal, a complaint about them or their words. An
 * appeal is decided by somebody else than the one who decided first. If no other staff exist it is allowed, and marked.
 * @returns whether the moderator decides about their own because no other staff exist
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

/** Whether it was this moderator whose decision the appeal is about. */
async function hasDecidedFirst(tx: Tx, { appeal_of }: Task, moderator_id: number): Promise<boolean> {
  if (appeal_of === null) return false
  const first = await tx
    .selectFrom('moderation_tasks')
    .select('decided_by')
    .where('id', '=', appeal_of)
    .executeTakeFirst()
  return first?.decided_by === moderator_id
}

/** Asked anew at every act: who was blocked or lost the role a moment ago decides nothing any more. */
async function hasOtherStaff(ctx: Context, tx: Tx, besides: number[]): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', besides)
    .where(isStaff(ctx, 'users'))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
