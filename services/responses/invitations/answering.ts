import { AppError } from '#contract/errors.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { drawInvitations } from './drawing.ts'
import { moveInvitations } from './moves.ts'

/** What somebody says to an invitation, in the app or in the chat with the bot; a response answers it as well. */

/** Its card was on the screen, or a button below it was pressed. @throws not_found */
export async function seeInvitation(ctx: ActorContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if ((await stateOf(ctx, id)) === 'sent') await moveInvitations(ctx, tx, 'see', { id })
  })
}

/**
 * "Not now", or taking that back. Saying it again changes nothing; the author sees it in their list.
 * @throws not_found, wrong_state once it was answered otherwise or is over
 */
export async function declineInvitation(ctx: ActorContext, id: number, isBack = false): Promise<void> {
  const state = await stateOf(ctx, id)
  if (isBack ? state === 'seen' || state === 'sent' : state === 'declined') return
  await ctx.db.transaction().execute(async (tx) => {
    const moved = await moveInvitations(ctx, tx, isBack ? 'take_back' : 'decline', { id })
    if (moved.length === 0) throw new AppError('wrong_state', { state })
    await drawInvitations(ctx, tx, [id])
  })
}

async function stateOf({ db, viewer }: ActorContext, id: number) {
  const row = await db
    .selectFrom('invitations')
    .select('state')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.state
}
