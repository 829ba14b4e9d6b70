import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { assign, earliestDismissalTime, findDismissalRefusal } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import { openRoom } from '#services/chat/rooms.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { queueAcceptance, queueDealRedraw } from '#services/deals/messages.ts'
import { takeDown } from '#services/lifecycle/removal/takedown.ts'
import type { ListingRow } from '#services/listings/access.ts'
import { lockOwn } from '#services/listings/access.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { moveListing } from '#services/listings/moves.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import {
  lockResponse,
  moveResponse,
  moveResponses,
  type ResponseRow,
} from '#services/responses/decisions/moves.ts'
import { reopenInvitations } from '#services/responses/invitations/endings.ts'
import { lockActiveUser } from '#services/users/account/accounts.ts'

/**
 * Choosing an executor, dismissing the executor and completing the work. Each transaction locks the listing before the
 * response, so that the second of two simultaneous callers sees the result of the first.
 */

type Choice = { id: number; kind: ListingKind; response_id: number; reassign: boolean }

/**
 * Makes the sender of a response the executor: opens a chat and ends the other responses.
 * @throws not_found, wrong_state; executor_chosen if there is an executor and `reassign` is false; with `reassign`, the
 * errors that `release` gives for dismissing the former executor
 */
export async function assignExecutor(
  ctx: ActorContext,
  { id, kind, response_id, reassign }: Choice,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, kind)
    if (listing.audience === 'private') throw new AppError('wrong_state', { status: listing.status })
    const response = await lockCandidate(tx, id, response_id)
    if (listing.executor_id === response.user_id && response.status === 'chosen') return
    const refusal =
      assign(listing, reassign) ??
      (listing.executor_id === null ? null : findDismissalRefusal(listing, ctx.now().getTime()))
    if (refusal) throw new AppError(refusal, refusalDetails(listing))
    if (listing.executor_id !== null) await dismissExecutor(ctx, tx, listing)
    await moveResponse(ctx, tx, response, 'choose')
    await setExecutor(ctx, tx, listing, response.user_id)
    // The choice of an executor ends all other responses, unless the listing is a vacancy that stays open.
    if (!listing.keep_open) {
      if (listing.status === 'published')
        await moveListing(ctx, tx, listing, { by: 'author', move: 'assign' })
      await endResponses(ctx, tx, { listing_id: id, reason: 'chosen_other' })
    }
    await openRoom(ctx, tx, {
      kind: kinds[kind].payment,
      listing_id: id,
      user1_id: ctx.viewer.id,
      user2_id: response.user_id,
      opened_by: ctx.viewer.id,
    })
    await record(ctx, tx, 'response.chosen', { response_id })
  })
}

const refusalDetails = (listing: ListingRow) => ({
  status: listing.status,
  released_from: earliestDismissalTime(listing),
})

/** Locks a response to this listing, and checks that its sender can be chosen. */
async function lockCandidate(tx: Tx, listing_id: number, response_id: number): Promise<ResponseRow> {
  const response = await lockResponse(tx, response_id)
  if (response?.listing_id !== listing_id) throw new AppError('not_found')
  if (response.status === 'withdrawn') throw new AppError('wrong_state', { response_status: response.status })
  const person = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', response.user_id)
    .executeTakeFirst()
  if (person?.status !== 'active') throw new AppError('wrong_state', { user_status: person?.status })
  return response
}

async function setExecutor(
  ctx: ActorContext,
  tx: Tx,
  { id }: ListingRow,
  executor_id: number | null,
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  const chosen_at = executor_id === null ? null : updated_at
  await tx
    .updateTable('listings')
    .set({ executor_id, chosen_at, due_at: null, handed_in_at: null, returned_at: null, updated_at })
    .where('id', '=', id)
    .execute()
}

/** Dismisses the executor and notifies them. */
async function dismissExecutor(ctx: ActorContext, tx: Tx, { id }: ListingRow): Promise<void> {
  const chosenResponse = await tx
    .selectFrom('responses')
    .select('id')
    .where('listing_id', '=', id)
    .where('status', '=', 'chosen')
    .executeTakeFirst()
  const response = chosenResponse && (await lockResponse(tx, chosenResponse.id))
  if (!response) return
  await endResponses(ctx, tx, { listing_id: id, reason: 'author_declined', response })
  await record(ctx, tx, 'response.released', { response_id: response.id })
  await queueDealRedraw(ctx, tx, id)
}

/**
 * Dismisses the executor and opens the listing again. The responses that ended when the executor was chosen are
 * undecided again. A listing that staff flagged for a breach is taken down instead of opened. A listing of a blocked
 * author stays hidden. A private order was for this one freelancer, so that it ends.
 * @param isLeaving true if one side is deleting their account, so that nobody will answer handed-in work
 * @throws wrong_state, work_handed_in; work_returned until the executor had time to hand in again
 */
export async function unassignExecutor(
  ctx: ActorContext,
  id: number,
  kind: ListingKind,
  isLeaving = false,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const isActive = await lockActiveUser(tx, ctx.viewer.id)
    const listing = await lockOwn(ctx, tx, id, kind)
    const assumedState = isLeaving ? { ...listing, handed_in_at: null, returned_at: null } : listing
    const refusal = findDismissalRefusal(assumedState, ctx.now().getTime())
    if (refusal) throw new AppError(refusal, refusalDetails(listing))
    await dismissExecutor(ctx, tx, listing)
    await setExecutor(ctx, tx, listing, null)
    if (listing.status !== 'in_progress') return
    if (listing.audience === 'private') {
      await moveListing(ctx, tx, listing, { by: 'author', move: 'release_private' })
      return
    }
    const status = await moveListing(ctx, tx, listing, { by: 'author', move: 'release' })
    const reopened = { ...listing, status }
    if (listing.flagged_at) await takeDown(ctx, tx, reopened, listing.rejection_reason ?? '')
    else if (!isActive)
      await moveListing(ctx, tx, reopened, { by: 'staff', move: 'hide' }, { hidden_reason: 'author_blocked' })
    const cleared = { end_reason: null }
    await moveResponses(ctx, tx, 'reopen_unseen', { listing_id: id, seen_at: null }, cleared)
    await moveResponses(ctx, tx, 'reopen', { listing_id: id }, cleared)
    await reopenInvitations(ctx, tx, id, 'chosen_other')
  })
}

/** Completes the work on the caller's listing. @throws wrong_state */
export async function completeListing(ctx: ActorContext, id: number, kind: ListingKind): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, kind)
    // A vacancy that stayed open after somebody was chosen is first assigned and then completed.
    const isOpen = listing.status === 'published' && listing.executor_id !== null
    const status = isOpen
      ? await moveListing(ctx, tx, listing, { by: 'author', move: 'assign' })
      : listing.status
    await finishWork(ctx, tx, { ...listing, status }, 'author')
  })
}

/**
 * Completes the work of a locked listing and notifies its executor, and its author if nobody pressed.
 * @throws wrong_state
 */
export async function finishWork(
  ctx: Context,
  tx: Tx,
  listing: Pick<ListingRow, 'id' | 'status' | 'executor_id' | 'author_id'>,
  by: 'author' | 'clock',
): Promise<void> {
  const { id: listing_id, executor_id, author_id } = listing
  await moveListing(ctx, tx, listing, { by, move: 'complete' })
  await endResponses(ctx, tx, { listing_id, reason: 'listing_completed' })
  if (executor_id !== null)
    await tx
      .updateTable('users')
      .set((eb) => ({ completed_count: eb('completed_count', '+', 1) }))
      .where('id', '=', executor_id)
      .execute()
  await record(ctx, tx, 'listing.completed', { listing_id })
  await queueDealRedraw(ctx, tx, listing_id, {
    ...(executor_id !== null && { [executor_id]: 'listing_completed' }),
    ...(by === 'clock' && { [author_id]: 'work_accepted' }),
  })
  if (by === 'clock') await queueAcceptance(ctx, tx, author_id, { kind: 'work_accepted', listing_id })
}
