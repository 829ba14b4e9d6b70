import { AppError } from '#contract/errors.ts'
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
 * "Not now", or taking that back. Saying it again changes nothing; the author sees it in their list.
 * @throws not_found, wrong_state once it was answered otherwise or is over, or the listing is open no more
 */
export async function declineInvitation(ctx: ActorContext, id: number, isBack = false): Promise<void> {
  const { state, listing_id } = await findOwn(ctx, id)
  if (isBack ? state === 'seen' || state === 'sent' : state === 'declined') return
  await ctx.db.transaction().execute(async (tx) => {
    if (isBack && !(await isOpen(tx, listing_id))) throw new AppError('wrong_state', { state })
    const moved = await moveInvitations(ctx, tx, isBack ? 'take_back' : 'decline', { id })
    if (moved.length === 0) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

async function findOwn({ db, viewer }: ActorContext, id: number) {
  const row = await db
    .selectFrom('invitations')
    .select(['state', 'listing_id'])
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
