import type { z } from 'zod'
import type { collectionCalls } from '#contract/calls/collection.ts'
import { AppError } from '#contract/errors.ts'
import { inLanguage } from '#contract/languages.ts'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { hideOrder, listHidden, unhideOrder } from '#services/listings/audience/hidden-listings.ts'
import { cancelReminder, remind } from '#services/listings/audience/reminders.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { findOrderMessages } from '#services/responses/messages/order-message.ts'

/** Functions to hide listings that do not suit a person, from a card in the app or below a message of the bot. */

type HiddenListing = { user_id: number; listing_id: number; reason: NotForMeReason }
export type HiddenListingReply = z.output<(typeof collectionCalls)['GET /api/not_for_me']['reply']>[number]

/**
 * Hides a listing for a person and cancels the reminder about it.
 * @returns false if the reason does not apply to the order
 * @throws not_found, own_listing
 */
export async function storeHidden(ctx: Context, tx: Tx, hidden: HiddenListing): Promise<boolean> {
  await checkNotOwn(tx, hidden)
  const isKept = await hideOrder(ctx, tx, hidden)
  if (isKept) await cancelReminder(tx, hidden)
  return isKept
}

/**
 * Sets a reminder about another person's order that the caller can see.
 * @throws not_found, own_listing
 */
export async function scheduleReminder(
  ctx: Context,
  reminded: Omit<HiddenListing, 'reason'>,
  at: Date,
): Promise<void> {
  await checkNotOwn(ctx.db, reminded)
  await remind(ctx, reminded, at)
}

async function checkNotOwn(db: Db, { user_id, listing_id }: Omit<HiddenListing, 'reason'>): Promise<void> {
  const { author_id } = await getVisibleFacts(db, listing_id, user_id)
  if (author_id === user_id) throw new AppError('own_listing')
}

/** Listings that a person has hidden, latest first. */
export async function listHiddenListings(
  ctx: UserContext,
  listing_id?: number,
): Promise<HiddenListingReply[]> {
  const marks = await listHidden(ctx, ctx.viewer.id, listing_id)
  return marks.map(({ category, author, below, payment_format, ...mark }) => ({
    ...mark,
    category: (category && inLanguage(category, ctx.language)) ?? null,
    author: mark.reason === 'author' ? author : null,
    below: below === null ? null : below / 100,
    is_hourly: payment_format === 'hourly',
  }))
}

/**
 * Hides a listing for a person in the app, and redraws the bot's messages about it.
 * @throws not_found, own_listing; wrong_state if the reason does not apply to the listing
 */
export async function hideListing(
  ctx: UserContext,
  listing_id: number,
  reason: NotForMeReason,
): Promise<HiddenListingReply> {
  const user_id = ctx.viewer.id
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await storeHidden(ctx, tx, { user_id, listing_id, reason }))) throw new AppError('wrong_state')
    await redraw(ctx, tx, listing_id)
  })
  const [mark] = await listHiddenListings(ctx, listing_id)
  if (!mark) throw new AppError('not_found')
  return mark
}

/** Shows a hidden listing and similar ones again. If the listing is not hidden, nothing changes. */
export async function showListing(ctx: UserContext, listing_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await unhideOrder(tx, ctx.viewer.id, listing_id)) await redraw(ctx, tx, listing_id)
  })
}

async function redraw(ctx: ActorContext, tx: Tx, listing_id: number): Promise<void> {
  const user_id = ctx.viewer.id
  for (const message_id of await findOrderMessages(tx, user_id, listing_id)) {
    const payload = { listing_id, user_id, message_id }
    const dedupe_key = `order_drawn:${message_id}:${user_id}:${ctx.now().toISOString()}`
    await queueDelivery(ctx, tx, { to: { user_id }, kind: 'order_drawn', payload, dedupe_key })
  }
}
