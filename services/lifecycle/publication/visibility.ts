import { AppError } from '#contract/errors.ts'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { hide, show } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { lockOwn } from '#services/listings/access.ts'
import { hashOf, readPublished } from '#services/listings/content/approved-content.ts'
import { moveListing } from '#services/listings/moves.ts'
import { openTask } from '#services/moderation/queue/queue.ts'

/**
 * Hides the author's published listing, or shows a hidden one. Showing a rejected listing with corrected content
 * submits it to the moderators again, because old clients have no other call for that. If nothing has to change, the
 * call does nothing.
 * @throws not_paid, on_moderation, rejected, wrong_state, resubmissions_over
 */
export async function togglePublished(
  ctx: UserContext,
  tx: Tx,
  { id, kind, is_published }: { id: number; kind: ListingKind; is_published: boolean },
): Promise<void> {
  const facts = await lockOwn(ctx, tx, id, kind)
  const targetStatus: ListingStatus = is_published ? 'published' : 'hidden'
  if (facts.status === targetStatus) return
  if (is_published && facts.status === 'rejected' && (await isCorrected(tx, { id, kind })))
    return resubmitListing(ctx, tx, facts)
  const refusal = is_published ? show(facts) : hide(facts)
  if (refusal) throw new AppError(refusal, { reason: facts.rejection_reason })
  if (is_published) await moveListing(ctx, tx, facts, { by: 'author', move: 'show' })
  else await moveListing(ctx, tx, facts, { by: 'author', move: 'hide' }, { hidden_reason: 'owner' })
}

/** True if the listing's content differs from the content that moderators rejected. */
async function isCorrected(tx: Tx, { id, kind }: { id: number; kind: ListingKind }): Promise<boolean> {
  const rejected = await tx
    .selectFrom('moderation_tasks')
    .select('content_hash')
    .where('listing_id', '=', id)
    .where('subject', '=', 'listing')
    .where('state', '=', 'rejected')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return hashOf(await readPublished(tx, kind, id)) !== rejected?.content_hash
}

/** Submits a rejected listing to the moderators again, free of charge. @throws wrong_state, resubmissions_over */
export async function resubmit(ctx: UserContext, id: number, kind: ListingKind): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => resubmitListing(ctx, tx, await lockOwn(ctx, tx, id, kind)))
}

async function resubmitListing(
  ctx: UserContext,
  tx: Tx,
  facts: Awaited<ReturnType<typeof lockOwn>>,
): Promise<void> {
  const { id } = facts
  await moveListing(ctx, tx, facts, { by: 'author', move: 'resubmit' })
  const counted = await tx
    .updateTable('listings')
    .set((eb) => ({ resubmissions: eb('resubmissions', '+', 1) }))
    .where('id', '=', id)
    .where('resubmissions', '<', limits.resubmissions)
    .executeTakeFirst()
  if (counted.numUpdatedRows === 0n) throw new AppError('resubmissions_over')
  await openTask(ctx, tx, id)
}
