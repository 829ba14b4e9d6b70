import { AppError } from '#contract/errors.ts'
import { type ListingKind, nextStatus } from '#contract/lifecycle.ts'
import { remove } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import type { ListingRow } from '#services/listings/access.ts'
import { lockOwn } from '#services/listings/access.ts'
import { moveListing } from '#services/listings/moves.ts'
import { closeTasks } from '#services/moderation/queue/queue.ts'
import { refundPlacement } from '#services/payments/refunds/automatic-refunds.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'

/**
 * Returns the name of the transition that removes a listing in its present state. The author sees no difference between
 * the transitions.
 */
function removalMove({ status }: ListingRow) {
  return nextStatus(status, 'delete') ? 'delete' : nextStatus(status, 'withdraw') ? 'withdraw' : 'archive'
}

/**
 * Removes the caller's listing for good; its row, payments and responses stay. People who responded are notified, the
 * chats become read-only, and review tasks are closed. A paid placement that was never published is refunded.
 * @throws executor_working, wrong_state
 */
export async function removeListing(ctx: ActorContext, id: number, kind: ListingKind): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, kind)
    const refusal = remove(listing)
    if (refusal) throw new AppError(refusal)
    const move = removalMove(listing)
    await moveListing(ctx, tx, listing, { by: 'author', move })
    const reason = move === 'archive' ? 'listing_closed' : 'listing_deleted'
    await endResponses(ctx, tx, { listing_id: id, reason })
    await closeTasks(ctx, tx, id)
    await closeRooms(tx, id)
    await refundPlacement(ctx, tx, id)
  })
}

async function closeRooms(tx: Tx, listing_id: number): Promise<void> {
  await tx
    .updateTable('chat_rooms')
    .set({ is_read_only: true })
    .where('listing_id', '=', listing_id)
    .execute()
}
