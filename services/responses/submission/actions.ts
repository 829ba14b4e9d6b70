import { sql } from 'kysely'
import type { NewResponse } from '#contract/calls/listing-fields.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import { record } from '#services/core/records/events.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { readerOf } from '#services/listings/projections.ts'
import { chooseRail } from '#services/payments/invoices/payment-methods.ts'
import { moveResponses } from '#services/responses/decisions/moves.ts'
import { getResponse, type ResponseReply, toReply } from '#services/responses/queries.ts'
import { offerBoost, readNextBoostPlace } from './boost.ts'
import { type NewAnswer, storeResponse } from './store-response.ts'

type SentResponse = ResponseReply & {
  place: number
  payment_url: string | null
  place_after_payment: number | null
  hint: 'no_resume' | null
}

/** Finds a response that an earlier attempt of the same call stored, although its answer was lost. */
async function findEarlierAttempt(
  { viewer }: ActorContext,
  tx: Tx,
  listing_id: number,
  { response_text }: NewAnswer,
): Promise<number | undefined> {
  // An earlier attempt of the same call may still be running. The lock waits until that attempt ends.
  await tx.selectFrom('listings').select('id').where('id', '=', listing_id).forUpdate().execute()
  const ownResponses = tx.selectFrom('responses').select('id').where('status', '<>', 'withdrawn')
  const earlier = await ownResponses
    .where((eb) => eb.and({ listing_id, user_id: viewer.id, response_text }))
    .executeTakeFirst()
  return earlier?.id
}

/**
 * Sends a response and reads its place in the list in the same transaction. A boost does not delay the response: the
 * response is stored first, and then the invoice of the boost is created. When the invoice is paid, the response moves
 * up.
 * @throws the errors of `storeResponse`
 */
export async function respond(
  ctx: UserContext,
  {
    listing_id,
    kind,
    answer,
    file_ids,
  }: { listing_id: number; kind: ListingKind; answer: NewResponse; file_ids: number[] },
): Promise<SentResponse> {
  const reader = readerOf(ctx)
  const response = await ctx.db.transaction().execute(async (tx) => {
    const earlierAttempt = ctx.is_repeat ? await findEarlierAttempt(ctx, tx, listing_id, answer) : undefined
    if (earlierAttempt) return getResponse(tx, earlierAttempt, reader)
    const stored = await storeResponse(ctx, tx, { listing_id, kind, answer }, ctx.language)
    if (file_ids.length === 0) return toReply(stored, reader)
    await attachFiles(ctx, tx, { file_ids, response_id: stored.id })
    return getResponse(tx, stored.id, reader)
  })
  // A response to a vacancy has no boost.
  const isBoost = answer.response_type === 20 && kind === 'order'
  const offer = isBoost
    ? await offerBoost(ctx, response.id, chooseRail(ctx.config, answer.platform))
    : undefined
  const isBoosted = offer?.state === 'paid'
  const boostOffer = isBoosted ? undefined : offer
  const reply = isBoosted ? await getResponse(ctx.db, response.id, reader) : response
  return {
    ...reply,
    place: reply.place ?? 1,
    payment_url: boostOffer?.payment_url ?? null,
    place_after_payment: boostOffer ? await readNextBoostPlace(ctx.db, listing_id) : null,
    hint: answer.with_resume && !response.with_resume ? 'no_resume' : null,
  }
}

/** Marks responses as seen by the listing's author: the response of one person, or all. */
export async function markShown(
  ctx: ActorContext,
  listing_id: number,
  user_id: number | undefined,
): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    const sender = user_id === ctx.viewer.id ? undefined : user_id
    const which = { listing_id, user_id: sender }
    const shown = await moveResponses(ctx, tx, 'show', which, { seen_at: sql`coalesce(seen_at, ${now})` })
    if (shown.length > 0) await record(ctx, tx, 'responses.shown', { listing_id })
  })
}

/** Marks the responses on the author's screen as seen. Ids of responses to other listings are ignored. */
export async function markOnScreen(ctx: ActorContext, listing_id: number, ids: number[]): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db.transaction().execute(async (tx) => {
    let shownCount = 0
    for (const id of ids.toSorted((a, b) => a - b)) {
      const which = { id, listing_id }
      const columns = { seen_at: sql<string>`coalesce(seen_at, ${now})` }
      shownCount += (await moveResponses(ctx, tx, 'show', which, columns)).length
    }
    if (shownCount > 0) await record(ctx, tx, 'responses.shown', { listing_id })
  })
}
