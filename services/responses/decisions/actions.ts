import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type DeclineReason, type ListingStatus, requestStatuses } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import { record } from '#services/core/records/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findListingFacts, type ListingRow } from '#services/listings/access.ts'
import { endResponses } from './endings.ts'
import { clearedEnd, lockResponse, moveResponse, moveResponses, type ResponseRow } from './moves.ts'

/** Decisions of a listing's author about a response, made in the app or in the bot. */

export type Decision = { move: 'shortlist' } | { move: 'decline'; reason?: DeclineReason | undefined }
export type LockedResponse = { response: ResponseRow; listing: ListingRow }

/**
 * Locks the response's listing and then the response. All code uses this order, to avoid deadlocks.
 * @throws not_found
 */
export async function lockResponseOf(ctx: ActorContext, tx: Tx, id: number): Promise<LockedResponse> {
  const row = await tx.selectFrom('responses').select('listing_id').where('id', '=', id).executeTakeFirst()
  const listing = row && (await findListingFacts(tx, row.listing_id, ctx.viewer.id, true))
  const response = listing && (await lockResponse(tx, id))
  if (!response) throw new AppError('not_found')
  return { response, listing }
}

async function lockForAuthor(ctx: ActorContext, tx: Tx, id: number): Promise<LockedResponse> {
  const { response, listing } = await lockResponseOf(ctx, tx, id)
  const isSender = response.user_id === ctx.viewer.id
  const isForeign = listing.author_id !== ctx.viewer.id
  if (isForeign) throw new AppError(isSender ? 'not_owner' : 'not_found')
  const isUnseen =
    response.status === 'withdrawn' || view({ id: ctx.viewer.id, is_moderator: false }, listing)
  if (isUnseen) throw new AppError('not_found')
  return { response, listing }
}

/** States of a listing in which no response waits for a decision any more. */
const overStatuses: ListingStatus[] = ['completed', 'archived', 'refunded', ...requestStatuses]

/**
 * Checks that a response may wait for a decision again.
 * @throws wrong_state
 */
function checkOpen({ status }: ListingRow): void {
  if (overStatuses.includes(status)) throw new AppError('wrong_state', { status })
}

/**
 * Decides about a response. The same decision again changes nothing. A declined person is notified only when the time
 * to undo is over.
 * @returns true if the decision is new
 * @throws not_found, not_owner, wrong_state
 */
export async function decideResponse(ctx: ActorContext, id: number, decision: Decision): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const { response, listing } = await lockForAuthor(ctx, tx, id)
    const status = decision.move === 'shortlist' ? 'shortlisted' : 'declined'
    if (response.status === status) return false
    // A chosen response cannot be declined; the author can only dismiss the executor of the listing.
    if (response.status === 'chosen') throw new AppError('wrong_state', { response_status: response.status })
    if (decision.move === 'shortlist') {
      checkOpen(listing)
      await moveResponse(ctx, tx, response, decision.move)
      await record(ctx, tx, 'response.shortlisted', { response_id: id })
    } else await decline(ctx, tx, response, decision.reason)
    return true
  })
}

async function decline(
  ctx: ActorContext,
  tx: Tx,
  response: ResponseRow,
  decline_reason: DeclineReason | undefined,
): Promise<void> {
  const now = ctx.now()
  const columns = {
    decline_reason: decline_reason ?? null,
    declined_at: now.toISOString(),
    declined_from: response.status,
  }
  await endResponses(ctx, tx, { ...response, reason: 'author_declined', response, columns })
  const due = new Date(now.getTime() + limits.declineDelay.tellMs)
  await record(ctx, tx, 'response.declined', { response_id: response.id }, due)
}

/** True while a decline can be undone, because the sender of the response has not been notified yet. */
export function isRestorable(declined_at: string | null, now: Date): boolean {
  return declined_at !== null && now.getTime() - Date.parse(declined_at) < limits.declineDelay.undoMs
}

/**
 * Undoes the decline of a response.
 * @throws not_found, not_owner, wrong_state; decision_effective when it is too late
 */
export async function restoreResponse(ctx: ActorContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { response, listing } = await lockForAuthor(ctx, tx, id)
    if (response.status !== 'declined')
      throw new AppError('wrong_state', { response_status: response.status })
    checkOpen(listing)
    const { declined_at, declined_from } = await tx
      .selectFrom('responses')
      .select(['declined_at', 'declined_from'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!isRestorable(declined_at, ctx.now())) throw new AppError('decision_effective')
    const now = ctx.now().toISOString()
    // A response that was shortlisted before the decline is shortlisted again, without a second notification.
    if (declined_from === 'shortlisted') await moveResponse(ctx, tx, response, 'shortlist')
    else
      await moveResponses(
        ctx,
        tx,
        'restore',
        { id },
        { ...clearedEnd, seen_at: sql`coalesce(seen_at, ${now})` },
      )
  })
}
