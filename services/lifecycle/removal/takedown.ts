import { type ListingStatus, nextStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { allowContent } from '#services/listings/content/approved-content.ts'
import { moveListing } from '#services/listings/moves.ts'
import type { LockedListing } from '#services/moderation/queue/tasks.ts'
import { removeRequest } from '#services/requests/endings.ts'

/**
 * Takes a locked listing out of the feed, by a decision of the staff. Any later publication needs a new review.
 * A request for a service ends instead, and both its sides are told.
 * @returns false if the listing was no longer in the feed
 */
export async function takeDown(
  ctx: Context,
  tx: Tx,
  listing: { id: number; status: ListingStatus; hidden_reason: string | null },
  rejection_reason: string,
): Promise<boolean> {
  if (listing.status === 'offered') return removeRequest(ctx, tx, listing.id)
  if (nextStatus(listing.status, 'take_down')) {
    if (listing.hidden_reason === 'staff') return false
    const hidden = { hidden_reason: 'staff' as const, rejection_reason, published_hash: null }
    await moveListing(ctx, tx, listing, { by: 'staff', move: 'take_down' }, hidden)
    return true
  }
  // The listing was closed or has expired before the staff's decision took effect. A flagged listing cannot be
  // reopened, and its renewal needs a review.
  if (listing.status === 'archived' || listing.status === 'expired')
    await flag(ctx, tx, listing.id, { rejection_reason, published_hash: null })
  return false
}

/**
 * Restores a listing after a granted appeal. If the author was blocked meanwhile, it stays hidden until they are
 * unblocked.
 */
export async function restore(
  ctx: Context,
  tx: Tx,
  listing: LockedListing,
  isActive: boolean,
): Promise<boolean> {
  if (listing.hidden_reason !== 'staff') return false
  const forgiven = { rejection_reason: null, flagged_at: null }
  if (isActive) await moveListing(ctx, tx, listing, { by: 'staff', move: 'show' }, forgiven)
  else
    await moveListing(
      ctx,
      tx,
      listing,
      { by: 'staff', move: 'show_blocked' },
      { ...forgiven, hidden_reason: 'author_blocked' },
    )
  await allowContent(tx, listing.kind, listing.id)
  return true
}

/**
 * Flags a listing on which an executor works. The work and its chat continue, but the listing cannot return to the
 * feed.
 */
export function flagWork(ctx: Context, tx: Tx, id: number, rejection_reason: string): Promise<void> {
  return flag(ctx, tx, id, { rejection_reason })
}

async function flag(
  ctx: Context,
  tx: Tx,
  id: number,
  columns: { rejection_reason: string; published_hash?: null },
): Promise<void> {
  const flagged_at = ctx.now().toISOString()
  await tx
    .updateTable('listings')
    .set({ ...columns, flagged_at, updated_at: flagged_at })
    .where('id', '=', id)
    .execute()
}
