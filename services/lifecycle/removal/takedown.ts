import { AppError } from '#contract/errors.ts'
import { type ListingStatus, nextStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { allowContent } from '#services/listings/content/approved-content.ts'
import { moveListing } from '#services/listings/moves.ts'
import type { LockedListing } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { endRequestsForService, removeRequest } from '#services/requests/endings.ts'

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

/**
 * Takes a service down by a decision of the staff: only its owner sees it, and the open requests for it end. An edit does
 * not bring it back.
 * @param takedown_reason words in the owner's language
 * @returns false if it is deleted or taken down already
 */
export async function takeDownService(
  ctx: Context,
  tx: Tx,
  id: number,
  takedown_reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_services')
    .set({ takedown_reason })
    .where('id', '=', id)
    .where('takedown_reason', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await endRequestsForService(ctx, tx, id)
  return true
}

/**
 * Puts a service back that the staff took down, and tells its owner. Requests that ended with the takedown stay ended.
 * @throws not_found; wrong_state for a service that is not taken down; own_case
 */
export async function restoreService(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const service = await tx
      .selectFrom('user_services')
      .select(['user_id', 'takedown_reason'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!service) throw new AppError('not_found')
    if (service.user_id === ctx.viewer.id) throw new AppError('own_case')
    if (service.takedown_reason === null) throw new AppError('wrong_state')
    await tx.updateTable('user_services').set({ takedown_reason: null }).where('id', '=', id).execute()
    await writeAudit(ctx, tx, {
      actor_id: ctx.viewer.id,
      action: 'service.restore',
      subject: { type: 'user', id: service.user_id },
      before: { service_id: id, reason: service.takedown_reason },
    })
    await queueDelivery(ctx, tx, {
      to: { user_id: service.user_id },
      kind: 'moderation_service_restored',
      payload: { service_id: id },
    })
  })
}
