import { legacyFlagsOf } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { type Content, readContent } from '#services/listings/content/columns.ts'
import { type LockedListing, setTask, type Task } from '#services/moderation/queue/tasks.ts'
import { isNowMoreExpensive } from '#services/payments/invoices/placement.ts'

/**
 * Rejects an edit although a moderator approved it, if its new category costs more by now than the author paid. The
 * author reads this reason.
 * @returns the task in its current state
 */
export async function rejectDearerEdit(
  ctx: Context,
  tx: Tx,
  listing: LockedListing,
  task: Task,
): Promise<Task> {
  if (task.subject !== 'revision' || task.state !== 'approved' || !legacyFlagsOf(listing.status).is_paid)
    return task
  const { state, changes } = await tx
    .selectFrom('listing_revisions')
    .select(['state', 'changes'])
    .where('id', '=', task.revision_id)
    .executeTakeFirstOrThrow()
  if (state !== 'pending') return task
  const { listing: before } = await readContent(tx, listing.kind, listing.id)
  const after = (changes as Content).listing
  if (!(await isNowMoreExpensive(ctx, tx, { kind: listing.kind, before, after }))) return task
  const { ui_language } = await tx
    .selectFrom('users')
    .select('ui_language')
    .where('id', '=', listing.author_id)
    .executeTakeFirstOrThrow()
  // The automatic rejection names no moderator and no decision time, so it does not count against the author.
  const refusal = {
    state: 'rejected' as const,
    reason: translatorFor(ui_language)('errors.category_dearer'),
    decided_by: null,
    decided_at: null,
  }
  await setTask(ctx, tx, { task_id: task.id }, refusal)
  return { ...task, ...refusal }
}
