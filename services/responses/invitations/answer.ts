import { AppError } from '#contract/errors.ts'
import type { InviteDecline } from '#contract/invitations.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'
import { drawInvitations, moveInvitations } from './moves.ts'

/**
 * Answers of the invited person to an invitation, in the app or in the bot. A response to the listing is an answer too.
 */

/**
 * Marks an invitation as seen, because its card was on the screen or a button was pressed.
 * @throws not_found
 */
export async function markInvitationSeen(ctx: ActorContext, id: number): Promise<void> {
  const { state } = await findOwnInvitation(ctx, id)
  if (state !== 'sent') return
  await ctx.db.transaction().execute((tx) => moveInvitations(ctx, tx, 'see', { id }))
}

/**
 * Answers an invitation with "not now". The reason may follow later; the author sees the answer and the reason.
 * Repeating the answer changes nothing.
 * @throws not_found; wrong_state if the invitation has another answer or has ended
 */
export async function declineInvitation(
  ctx: ActorContext,
  id: number,
  decline_reason?: InviteDecline,
): Promise<void> {
  const { state, ...said } = await findOwnInvitation(ctx, id)
  if (state === 'declined' && (decline_reason ?? said.decline_reason) === said.decline_reason) return
  await ctx.db.transaction().execute(async (tx) => {
    const declined = await moveInvitations(ctx, tx, 'decline', { id }, { decline_reason })
    if (declined.length === 0) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

/**
 * Deletes the answer "not now" and its reason.
 * @throws not_found; wrong_state if the invitation has another answer or has ended, or the listing is closed
 */
export async function undoDecline(ctx: ActorContext, id: number): Promise<void> {
  const { state, listing_id } = await findOwnInvitation(ctx, id)
  if (state === 'seen' || state === 'sent') return
  await ctx.db.transaction().execute(async (tx) => {
    const isTaken =
      (await isOpen(tx, listing_id)) && (await moveInvitations(ctx, tx, 'take_back', { id })).length > 0
    if (!isTaken) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

/**
 * Finds an invitation of the caller. Like the list of received invitations, it leaves out authors who blocked the
 * caller or whom the caller blocked.
 */
async function findOwnInvitation({ db, viewer }: ActorContext, id: number) {
  const row = await db
    .selectFrom('invitations as invitation')
    .innerJoin('listings as listing', 'listing.id', 'invitation.listing_id')
    .select(['invitation.state', 'invitation.listing_id', 'invitation.decline_reason'])
    .where('invitation.id', '=', id)
    .where('invitation.user_id', '=', viewer.id)
    .where(notBlocked('listing.author_id', viewer.id))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * True if the listing is open. The lock delays any transaction that ends the listing. That transaction then ends the
 * invitation too.
 */
async function isOpen(tx: Tx, listing_id: number): Promise<boolean> {
  const listing = tx.selectFrom('listings').select('status').where('id', '=', listing_id).forUpdate()
  return (await listing.executeTakeFirst())?.status === 'published'
}
