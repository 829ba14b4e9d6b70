import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { InviteDecline } from '#contract/invitations.ts'
import type { RequestAct, RequestEnd } from '#contract/service-requests.ts'
import type { Tx } from '#db/index.ts'
import { openRoom } from '#services/chat/rooms.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { endRequest, lockRequest } from './endings.ts'
import { actsNow, currentOffer, type RequestRow, readRequest, sideOf } from './queries.ts'
import { checkWords, endOf, lockSides, priceColumns } from './rules.ts'
import { drawRequest } from './sent-messages.ts'

/**
 * Answers to a request for a service. Each act locks its two sides, then its order: of two acts at once one wins, and
 * the other reads the new state.
 */

const dayMs = 24 * 60 * 60_000

/**
 * Runs an act of one side on a locked request.
 * @throws not_found for anybody but the two sides; wrong_state if the side may not do it now
 */
async function actOn(
  ctx: ActorContext,
  id: number,
  act: RequestAct,
  run: (tx: Tx, request: RequestRow) => Promise<void>,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const known = await readRequest(tx, id)
    if (!known || sideOf(known, ctx.viewer.id) === null) throw new AppError('not_found')
    await lockSides(tx, [known.client_id, known.freelancer_id])
    const request = await lockRequest(tx, id)
    if (!request) throw new AppError('not_found')
    const acts = actsNow(sideOf(request, ctx.viewer.id), request, ctx.now())
    if (!acts.includes(act)) throw new AppError('wrong_state', { status: request.status })
    await run(tx, request)
  })
}

/** Notes that the freelancer has read a request. Reading it again, or by anybody else, changes nothing. */
export async function markRequestSeen(ctx: ActorContext, id: number): Promise<void> {
  await ctx.db
    .updateTable('service_requests')
    .set({ seen_at: ctx.now().toISOString() })
    .where('listing_id', '=', id)
    .where('freelancer_id', '=', ctx.viewer.id)
    .where('seen_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Accepts the offer that waits for the viewer: the freelancer the client's, the client the freelancer's other price. The
 * order becomes a deal on this price.
 * @param price price that the viewer saw, in minor units
 * @throws not_found, wrong_state; terms_changed if the price is another
 */
export async function acceptRequest(ctx: ActorContext, id: number, price: number | null): Promise<void> {
  await actOn(ctx, id, 'accept', async (tx, request) => {
    const offer = currentOffer(request)
    if (offer.price !== price) throw new AppError('terms_changed', { price: offer.price, days: offer.days })
    const now = ctx.now()
    const { client_id, freelancer_id, currency_id } = request
    const columns = {
      ...(await priceColumns(tx, request, offer.price)),
      executor_id: freelancer_id,
      chosen_at: now.toISOString(),
      deadline: offer.days === null ? null : new Date(now.getTime() + offer.days * dayMs).toISOString(),
      responses_count: 1,
    }
    await endRequest(ctx, tx, request, { reason: 'accepted', ended_by: ctx.viewer.id }, columns)
    // The chosen response holds the agreement of a deal. The freelancer did not respond to a public listing: what counts
    // responses leaves out those of private orders.
    await tx
      .insertInto('responses')
      .values({
        listing_id: id,
        user_id: freelancer_id,
        status: 'chosen',
        response_text: request.service_name,
        price: offer.price,
        currency_id,
        seen_at: now.toISOString(),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })
      .execute()
    await openRoom(ctx, tx, {
      kind: 'project',
      listing_id: id,
      user1_id: client_id,
      user2_id: freelancer_id,
      opened_by: ctx.viewer.id,
    })
  })
}

type Counter = { price: number; days?: number | undefined; reason?: string | undefined }

/**
 * The freelancer offers another price, once: a new offer, for which the client has seven days.
 * @throws not_found, wrong_state, words_not_allowed
 */
export async function counterRequest(
  ctx: ActorContext,
  id: number,
  { price, days, reason }: Counter,
): Promise<void> {
  checkWords(reason ? [reason] : [])
  await actOn(ctx, id, 'counter', async (tx, request) => {
    const now = ctx.now()
    await tx
      .updateTable('service_requests')
      .set({
        counter_price: price,
        counter_days: days ?? request.list_days,
        counter_reason: reason ?? null,
        countered_at: now.toISOString(),
        seen_at: sql<string>`coalesce(seen_at, ${now.toISOString()})`,
        ends_at: endOf(now),
        nudges: 0,
      })
      .where('listing_id', '=', id)
      .execute()
    await queueDelivery(ctx, tx, {
      to: { user_id: request.client_id },
      kind: 'service_countered',
      payload: { listing_id: id },
    })
    await drawRequest(ctx, tx, id)
  })
}

/** @throws not_found, wrong_state */
export async function declineRequest(
  ctx: ActorContext,
  id: number,
  decline_reason?: InviteDecline,
): Promise<void> {
  await endBy(ctx, id, 'decline', { reason: 'declined', decline_reason })
}

/** @throws not_found, wrong_state */
export async function withdrawRequest(ctx: ActorContext, id: number): Promise<void> {
  await endBy(ctx, id, 'withdraw', { reason: 'withdrawn' })
}

async function endBy(
  ctx: ActorContext,
  id: number,
  act: RequestAct,
  end: { reason: RequestEnd; decline_reason?: InviteDecline | undefined },
): Promise<void> {
  await actOn(ctx, id, act, (tx, request) =>
    endRequest(ctx, tx, request, { ...end, ended_by: ctx.viewer.id }),
  )
}
