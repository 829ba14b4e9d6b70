import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { DeclineReason } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import { record } from '#services/core/records/events.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findListingFacts, type ListingRow } from '#services/listings/access.ts'
import { endResponses } from './endings.ts'
import { lockResponse, moveResponse, moveResponses, type ResponseRow, standing } from './moves.ts'

/** What the author of a listing says about a response, in the app or in the chat with the bot. */

export type Word = { move: 'shortlist' } | { move: 'decline'; reason?: DeclineReason | undefined }
export type Locked = { response: ResponseRow; listing: ListingRow }

/** Locks the listing, then the response: the order in which everybody locks them. @throws not_found */
export async function lockResponseOf(ctx: ActorContext, tx: Tx, id: number): Promise<Locked> {
  const row = await tx.selectFrom('responses').select('listing_id').where('id', '=', id).executeTakeFirst()
  const listing = row && (await findListingFacts(tx, row.listing_id, ctx.viewer.id, true))
  const response = listing && (await lockResponse(tx, id))
  if (!response) throw new AppError('not_found')
  return { response, listing }
}

async function lockReceived(ctx: ActorContext, tx: Tx, id: number): Promise<ResponseRow> {
  const { response, listing } = await lockResponseOf(ctx, tx, id)
  const isSender = response.user_id === ctx.viewer.id
  const isForeign = listing.author_id !== ctx.viewer.id
  if (isForeign) throw new AppError(isSender ? 'not_owner' : 'not_found')
  const isUnseen =
    response.status === 'withdrawn' || view({ id: ctx.viewer.id, is_moderator: false }, listing)
  if (isUnseen) throw new AppError('not_found')
  return response
}

/**
 * Saying it again changes nothing. Whoever is declined hears of it once it can no longer be taken back.
 * @returns whether it was said now @throws not_found, not_owner, wrong_state
 */
export async function judge(ctx: ActorContext, id: number, word: Word): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const response = await lockReceived(ctx, tx, id)
    const status = word.move === 'shortlist' ? 'shortlisted' : 'declined'
    if (response.status === status) return false
    // The executor is dismissed with the listing, not with a word about the response.
    if (response.status === 'chosen') throw new AppError('wrong_state', { response_status: response.status })
    if (word.move === 'shortlist') {
      await moveResponse(ctx, tx, response, word.move)
      await record(ctx, tx, 'response.shortlisted', { response_id: id })
    } else await decline(ctx, tx, response, word.reason)
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
  const due = new Date(now.getTime() + limits.decline.tellMs)
  await record(ctx, tx, 'response.declined', { response_id: response.id }, due)
}

/** Whether a refusal can still be taken back: its sender has not heard of it. */
export function isRestorable(declined_at: string | null, now: Date): boolean {
  return declined_at !== null && now.getTime() - Date.parse(declined_at) < limits.decline.undoMs
}

/** Takes a refusal back. @throws not_found, not_owner, wrong_state, decision_effective when it is too late */
export async function restoreResponse(ctx: ActorContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const response = await lockReceived(ctx, tx, id)
    if (response.status !== 'declined')
      throw new AppError('wrong_state', { response_status: response.status })
    const { declined_at, declined_from } = await tx
      .selectFrom('responses')
      .select(['declined_at', 'declined_from'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!isRestorable(declined_at, ctx.now())) throw new AppError('decision_effective')
    const now = ctx.now().toISOString()
    // Whom the shortlist was told about stands in it again, without being told twice.
    if (declined_from === 'shortlisted') await moveResponse(ctx, tx, response, 'shortlist')
    else
      await moveResponses(
        ctx,
        tx,
        'restore',
        { id },
        { ...standing, seen_at: sql`coalesce(seen_at, ${now})` },
      )
  })
}
