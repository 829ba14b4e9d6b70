import type { z } from 'zod'
import type { ResponseFields } from '#contract/calls/listing-fields.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import { record } from '#services/core/records/events.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readerOf } from '#services/listings/projections.ts'
import {
  type Decision,
  decideResponse,
  type LockedResponse,
  lockResponseOf,
} from '#services/responses/decisions/actions.ts'
import { endResponses } from '#services/responses/decisions/endings.ts'
import { getResponse, type ResponseReply } from '#services/responses/queries.ts'
import { updateResponseFinding } from '#services/responses/shield/copies.ts'
import { printOf } from '#services/responses/shield/fingerprints.ts'
import { checkAgainstTemplates, shinglesOf } from '#services/responses/shield/templates.ts'
import { findRole } from '#services/users/people/queries.ts'
import { currencyId } from './boost.ts'

/** Actions on a stored response, by its sender or by the listing's author. */

/** Changes a response in one transaction and returns its new state. */
async function changeResponse(
  ctx: UserContext,
  id: number,
  run: (tx: Tx, locked: LockedResponse) => Promise<void>,
): Promise<ResponseReply> {
  return ctx.db.transaction().execute(async (tx) => {
    await run(tx, await lockResponseOf(ctx, tx, id))
    return getResponse(tx, id, readerOf(ctx))
  })
}

function changeOwn(ctx: UserContext, id: number, run: (tx: Tx, locked: LockedResponse) => Promise<void>) {
  return changeResponse(ctx, id, async (tx, locked) => {
    // The listing's author gets the error `not_owner`, because the author can see the response but not change it.
    if (locked.listing.author_id === ctx.viewer.id) throw new AppError('not_owner')
    if (locked.response.user_id !== ctx.viewer.id) throw new AppError('not_found')
    await run(tx, locked)
  })
}

/**
 * Reads a response for its sender, the listing's author or a moderator.
 * @throws not_found
 */
export async function readResponse(ctx: UserContext, id: number): Promise<ResponseReply> {
  const row = await ctx.db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.user_id', 'response.status', 'response.listing_id', 'listing.author_id'])
    .where('response.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const isForAuthor = row.author_id === ctx.viewer.id && row.status !== 'withdrawn'
  const isForStaff = async () => (await findRole(ctx.db, ctx.viewer.id)) !== 'user'
  if (row.user_id !== ctx.viewer.id && !isForAuthor && !(await isForStaff())) throw new AppError('not_found')
  return getResponse(ctx.db, id, readerOf(ctx))
}

/**
 * Edits a response that the listing's author has not seen. @throws not_found, not_owner, wrong_state,
 * template_unchanged
 */
export function editResponse(
  ctx: UserContext,
  id: number,
  { currency, ...changes }: Partial<z.output<typeof ResponseFields>>,
): Promise<ResponseReply> {
  return changeOwn(ctx, id, async (tx, { response }) => {
    if (response.status !== 'no_show') throw new AppError('wrong_state', { response_status: response.status })
    const isPriced = changes.price != null || currency !== undefined
    await tx
      .updateTable('responses')
      .set({
        ...changes,
        ...(isPriced && { currency_id: await currencyId(tx, currency) }),
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', id)
      .execute()
    const { response_text } = changes
    if (response_text === undefined) return
    checkAgainstTemplates(await shinglesOf(tx, { user_id: ctx.viewer.id }), printOf(response_text))
    await updateResponseFinding(ctx, tx, { ...response, response_text })
  })
}

/**
 * Withdraws a response before anybody is chosen. If the response was boosted, its slot becomes free, and the boost is
 * not refunded.
 */
export function withdrawResponse(ctx: UserContext, id: number): Promise<ResponseReply> {
  return changeOwn(ctx, id, async (tx, { response }) => {
    if (response.status === 'withdrawn') return
    await endResponses(ctx, tx, { ...response, reason: 'withdrawn', response })
    await tx
      .updateTable('listings')
      .set((eb) => ({ responses_count: eb('responses_count', '-', 1) }))
      .where('id', '=', response.listing_id)
      .execute()
    await record(ctx, tx, 'response.withdrawn', { response_id: id })
  })
}

/** Archives or unarchives the sender's own response. */
export function archiveResponse(ctx: UserContext, id: number, is_archive = true): Promise<ResponseReply> {
  return changeOwn(ctx, id, async (tx) => {
    await tx
      .updateTable('responses')
      .set({ is_archive, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Applies the author's decision about a response and returns its new state. @throws not_found, not_owner, wrong_state
 */
export async function judgeResponse(ctx: UserContext, id: number, word: Decision): Promise<ResponseReply> {
  await decideResponse(ctx, id, word)
  return getResponse(ctx.db, id, readerOf(ctx))
}

/**
 * Removes the finding of the text check from a response, for the listing's author.
 * @throws not_found, not_owner
 */
export function clearFlag(ctx: UserContext, id: number): Promise<ResponseReply> {
  return changeResponse(ctx, id, async (tx, { response, listing }) => {
    if (listing.author_id !== ctx.viewer.id)
      throw new AppError(response.user_id === ctx.viewer.id ? 'not_owner' : 'not_found')
    if (response.status === 'withdrawn') throw new AppError('not_found')
    const unflagged_at = ctx.now().toISOString()
    await tx.updateTable('responses').set({ unflagged_at }).where('id', '=', id).execute()
  })
}
