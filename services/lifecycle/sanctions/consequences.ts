import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { removeReported } from '#services/lifecycle/removal/erase.ts'
import { flagWork, takeDown } from '#services/lifecycle/removal/takedown.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import { reasonText } from '#services/moderation/card/reason-words.ts'
import { storeWarning } from '#services/moderation/decisions/warnings.ts'
import type { LockedListing, Task } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { setStatus } from './person-status.ts'

/**
 * Applies the consequence of a decision to the item and its author, in the transaction in which the decision takes
 * effect. Locks the author before the listing. Anything already deleted is skipped.
 */
export async function applyConsequences(
  ctx: Context,
  tx: Tx,
  task: Task,
  listing: LockedListing | null,
): Promise<void> {
  const author = await findAuthor(tx, task.id)
  const reason = author ? reasonText(author.ui_language, task.reason) : ''
  // A rejected submission never reached the feed, so there is nothing to remove.
  const isAboutThing = task.subject === 'report' || task.subject === 'act'
  const isRemoved = isAboutThing && (await removeItem(ctx, tx, task, { listing, reason }))
  if (listing?.status === 'in_progress') await flagWork(ctx, tx, listing.id, reason)
  if (!author || task.decided_by === null) return
  const by = { given_by: task.decided_by, task_id: task.id }
  if (task.consequence === 'warn') await storeWarning(ctx, tx, { ...by, user_id: author.id, reason })
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: `consequence.${task.consequence}`,
    subject: { type: 'user', id: author.id },
    before: { task_id: task.id },
    after: { reason: task.reason, removed: isRemoved },
  })
  // A person who has become staff since is not blocked.
  if (task.consequence === 'block' && author.role === 'user') {
    const block = { actor_id: task.decided_by, user_id: author.id, status: 'blocked' as const, reason }
    await setStatus(ctx, tx, block)
    return
  }
  await queueDelivery(ctx, tx, {
    to: { user_id: author.id },
    kind: 'moderation_consequence',
    payload: { task_id: task.id },
    dedupe_key: `moderation_consequence:${task.id}`,
  })
}

/** For a complaint about a person, pictures are removed only if that was the chosen consequence. */
async function removeItem(
  ctx: Context,
  tx: Tx,
  task: Task,
  { listing, reason }: { listing: LockedListing | null; reason: string },
): Promise<boolean> {
  if (listing) return takeDown(ctx, tx, listing, reason)
  const report = await tx
    .selectFrom('reports')
    .select(['subject_type', 'subject_id'])
    .where('id', '=', task.report_id ?? 0)
    .executeTakeFirst()
  if (!report || report.subject_type === 'listing') return false
  if (report.subject_type === 'user' && task.consequence !== 'remove') return false
  return removeReported(ctx, tx, report.subject_type, report.subject_id)
}
