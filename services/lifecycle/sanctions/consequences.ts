import { nextResponseStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { ReportSubject } from '#db/tables.ts'
import { removeMessage } from '#services/chat/removal.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import { flagWork, takeDown, takeDownService } from '#services/lifecycle/removal/takedown.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { storeWarning } from '#services/moderation/decisions/warnings.ts'
import type { LockedListing, Task } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { removeReview } from '#services/relations/review-schedule.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import { lockResponse } from '#services/responses/decisions/moves.ts'
import { forgetReports } from '#services/users/account/returning-accounts.ts'
import { removePictures } from '#services/users/profile/actions.ts'
import { setStatus } from './actions.ts'

/**
 * Applies the consequence of a moderator's decision to the item and its author, in the transaction in which the
 * decision takes effect. Locks the author before the listing. Content that is already deleted is skipped.
 */
export async function applyConsequences(
  ctx: Context,
  tx: Tx,
  task: Task,
  listing: LockedListing | null,
): Promise<void> {
  const author = await findAuthor(tx, task.id)
  const reason = author ? reasonText(author.ui_language, task.reason) : ''
  // Content has to be removed only for a complaint or an act of staff, because a rejected submission was never in the
  // feed.
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
  // If the author has become a member of the staff since the decision, the author is not blocked.
  if (task.consequence === 'block' && author.role === 'user') {
    const block = { actor_id: task.decided_by, user_id: author.id, status: 'blocked' as const, reason }
    await setStatus(ctx, tx, block)
    return
  }
  await queueDelivery(ctx, tx, {
    to: { user_id: author.id },
    kind: 'moderation_consequence',
    payload: { task_id: task.id },
  })
}

/**
 * Removes the item that a decision is about. After a complaint about a person, the pictures of the profile are removed
 * only if the moderator chose that consequence.
 * @returns false if nothing was removed
 */
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
  return removers[report.subject_type](ctx, tx, report.subject_id, reason)
}

type Remove = (ctx: Context, tx: Tx, id: number, reason: string) => Promise<boolean>

/** Removes reported content as a decision of the staff. @returns false if nothing was left to remove */
const removers: Record<Exclude<ReportSubject, 'listing'>, Remove> = {
  message: removeMessage,
  review: removeReview,
  response: removeResponse,
  user: removePictures,
  service: takeDownService,
}

/**
 * Removes a response. If its sender was chosen as the executor, nothing is removed, because the agreed work continues.
 */
async function removeResponse(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('responses').select('listing_id').where('id', '=', id).executeTakeFirst()
  if (!found) return false
  await tx.selectFrom('listings').select('id').where('id', '=', found.listing_id).forUpdate().execute()
  const response = await lockResponse(tx, id)
  if (!response || !nextResponseStatus(response.status, 'withdraw')) return false
  await endResponses(ctx, tx, { listing_id: found.listing_id, reason: 'withdrawn', response })
  return true
}

/** Closes all complaints of a decided task with the same result and notifies their senders. */
export async function closeReports(ctx: Context, tx: Tx, task: Task): Promise<void> {
  const state = task.state === 'approved' ? 'accepted' : 'dismissed'
  const closed = await tx
    .updateTable('reports')
    .set({ state })
    .where('task_id', '=', task.id)
    .where('state', '=', 'open')
    .returning(['id', 'reporter_id'])
    .execute()
  await forgetReports(tx, task.id)
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: `report.${state}`,
    subject: { type: 'report', id: task.report_id ?? 0 },
    before: { task_id: task.id, state: 'open' },
    after: { reports: closed.length },
  })
  for (const { id: report_id, reporter_id } of closed)
    await queueDelivery(ctx, tx, {
      to: { user_id: reporter_id },
      kind: 'moderation_report_closed',
      payload: { report_id },
    })
  await record(ctx, tx, 'moderation.changed', { task_id: task.id })
}
