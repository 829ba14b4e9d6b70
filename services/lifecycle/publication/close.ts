import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { close, reopen } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { lockOwn } from '#services/listings/access.ts'
import { moveListing } from '#services/listings/moves.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import { moveResponses } from '#services/responses/decisions/moves.ts'
import { reopenInvitations } from '#services/responses/invitations/endings.ts'
import { queueReopened } from '#services/responses/messages/endings.ts'

/**
 * Closes the caller's listing. The listing accepts no more responses, and people who wait for an answer to their
 * response are notified. The listing's chats stay open.
 * @returns kind of the listing
 * @throws not_found, executor_working, wrong_state
 */
export async function closeListing(ctx: ActorContext, id: number, kind?: ListingKind): Promise<ListingKind> {
  return ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, kind)
    const refusal = close(listing)
    if (refusal) throw new AppError(refusal, { status: listing.status })
    await moveListing(ctx, tx, listing, { by: 'author', move: 'archive' })
    await endResponses(ctx, tx, { listing_id: id, reason: 'listing_closed' })
    return listing.kind
  })
}

/**
 * Puts responses that were reopened with their listing back on the shortlist, if they were on it before. Their senders
 * get no second message about the shortlist.
 */
async function restoreShortlist(ctx: Context, tx: Tx, reopened: { id: number }[]): Promise<void> {
  if (reopened.length === 0) return
  const marked = await tx
    .selectFrom('responses')
    .select('id')
    .where(
      'id',
      'in',
      reopened.map(({ id }) => id),
    )
    .where('shortlisted_at', 'is not', null)
    .execute()
  for (const { id } of marked) await moveResponses(ctx, tx, 'shortlist', { id }, {}, ['shown'])
}

/**
 * Reopens a closed listing for the rest of its paid time. The responses that ended when the listing was closed become
 * undecided again, and shortlisted responses stay on the shortlist.
 * @returns kind of the listing
 * @throws not_found, wrong_state; not_paid after the paid time; rejected if staff took it down meanwhile
 */
export async function reopenListing(ctx: ActorContext, id: number, kind?: ListingKind): Promise<ListingKind> {
  return ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, kind)
    const refusal = reopen(listing, ctx.now().getTime())
    if (refusal) throw new AppError(refusal, { status: listing.status })
    // Staff took the listing down after its author had closed it, so the listing cannot be reopened. The author has to
    // create a new listing, which is reviewed.
    if (listing.flagged_at) throw new AppError('rejected', { reason: listing.rejection_reason })
    await moveListing(ctx, tx, listing, { by: 'author', move: 'reopen' })
    const endedByClosing = { listing_id: id, end_reason: 'listing_closed' } as const
    const cleared = { end_reason: null }
    await moveResponses(ctx, tx, 'reopen_unseen', { ...endedByClosing, seen_at: null }, cleared)
    const reopened = await moveResponses(ctx, tx, 'reopen', endedByClosing, cleared)
    await restoreShortlist(ctx, tx, reopened)
    await queueReopened(ctx, tx, id)
    await reopenInvitations(ctx, tx, id, 'listing_closed')
    await tx.updateTable('chat_rooms').set({ is_read_only: false }).where('listing_id', '=', id).execute()
    return listing.kind
  })
}
