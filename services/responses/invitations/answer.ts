import { AppError } from '#contract/errors.ts'
import type { InviteDecline } from '#contract/invitations.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { drawInvitations } from './drawing.ts'
import { moveInvitations } from './moves.ts'

/** What somebody says to an invitation, in the app or in the chat with the bot; a response answers it as well. */

/** Its card was on the screen, or a button below it was pressed. @throws not_found */
export async function seeInvitation(ctx: ActorContext, id: number): Promise<void> {
  const { state } = await findOwn(ctx, id)
  if (state !== 'sent') return
  await ctx.db.transaction().execute((tx) => moveInvitations(ctx, tx, 'see', { id }))
}

/**
 * "Not now", at once or later with the reason; the author sees both in their list. Saying it again changes nothing.
 * @throws not_found, wrong_state once it was answered otherwise or is over
 */
export async function declineInvitation(
  ctx: ActorContext,
  id: number,
  decline_reason?: InviteDecline,
): Promise<void> {
  const { state, ...said } = await findOwn(ctx, id)
  if (state === 'declined' && (decline_reason ?? said.decline_reason) === said.decline_reason) return
  await ctx.db.transaction().execute(async (tx) => {
    const moved = await moveInvitations(ctx, tx, 'decline', { id }, { decline_reason })
    if (moved.length === 0) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

/**
 * Takes "not now" back, and its reason with it.
 * @throws not_found, wrong_state once it was answered otherwise or is over, or the listing is open no more
 */
export async function takeDeclineBack(ctx: ActorContext, id: number): Promise<void> {
  const { state, listing_id } = await findOwn(ctx, id)
  if (state === 'seen' || state === 'sent') return
  await ctx.db.transaction().execute(async (tx) => {
    const isTaken =
      (await isOpen(tx, listing_id)) && (await moveInvitations(ctx, tx, 'take_back', { id })).length > 0
    if (!isTaken) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

async function findOwn({ db, viewer }: ActorContext, id: number) {
  const row = await db
    .selectFrom('invitations')
    .select(['state', 'listing_id', 'decline_reason'])
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** What ends a listing waits until this transaction is over, and then ends the invitation as well. */
async function isOpen(tx: Tx, listing_id: number): Promise<boolean> {
  const listing = tx.selectFrom('listings').select('status').where('id', '=', listing_id).forUpdate()
  return (await listing.executeTakeFirst())?.status === 'published'
}
