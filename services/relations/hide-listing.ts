import type { z } from 'zod'
import type { collectionCalls } from '#contract/calls/collection.ts'
import { AppError } from '#contract/errors.ts'
import { inLanguage } from '#contract/languages.ts'
import type { NotForMeReason } from '#contract/not-for-me.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { listMarks, markNotForMe, takeBackMark } from '#services/notifications/not-for-me.ts'
import { callOffReminder, remind } from '#services/notifications/order-reminders.ts'
import { findOrderMessages } from '#services/responses/messages/order-message.ts'

/** What a freelancer puts away because it does not suit them, from a card of the app or below a message of the bot. */

type Said = { user_id: number; listing_id: number; reason: NotForMeReason }
export type NotForMeReply = z.output<(typeof collectionCalls)['GET /api/not_for_me']['reply']>[number]

/**
 * Keeps it, and reminds of the order no more.
 * @returns false where the order has nothing that the reason could be about
 * @throws not_found, own_listing
 */
export async function storeNotForMe(ctx: Context, tx: Tx, said: Said): Promise<boolean> {
  await checkForeign(tx, said)
  const isKept = await markNotForMe(ctx, tx, said)
  if (isKept) await callOffReminder(tx, said)
  return isKept
}

/** Reminds of an order of somebody else that the person may see. @throws not_found, own_listing */
export async function remindOf(ctx: Context, reminded: Omit<Said, 'reason'>, at: Date): Promise<void> {
  await checkForeign(ctx.db, reminded)
  await remind(ctx, reminded, at)
}

async function checkForeign(db: Db, { user_id, listing_id }: Omit<Said, 'reason'>): Promise<void> {
  const { author_id } = await getVisibleFacts(db, listing_id, user_id)
  if (author_id === user_id) throw new AppError('own_listing')
}

/** Everything that somebody put away, the latest first. */
export async function listNotForMe(ctx: UserContext, listing_id?: number): Promise<NotForMeReply[]> {
  const marks = await listMarks(ctx, ctx.viewer.id, listing_id)
  return marks.map(({ category, author, below, payment_format, ...mark }) => ({
    ...mark,
    category: (category && inLanguage(category, ctx.language)) ?? null,
    author: mark.reason === 'author' ? author : null,
    below: below === null ? null : below / 100,
    is_hourly: payment_format === 'hourly',
  }))
}

/**
 * Puts a listing away in the app; what the bot told of it shows that too.
 * @throws not_found, own_listing, wrong_state where it has nothing that the reason could be about
 */
export async function putAway(
  ctx: UserContext,
  listing_id: number,
  reason: NotForMeReason,
): Promise<NotForMeReply> {
  const user_id = ctx.viewer.id
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await storeNotForMe(ctx, tx, { user_id, listing_id, reason }))) throw new AppError('wrong_state')
    await redraw(ctx, tx, listing_id)
  })
  const [mark] = await listNotForMe(ctx, listing_id)
  if (!mark) throw new AppError('not_found')
  return mark
}

/** Shows a listing, and what is like it, as before; what was not put away stays as it is. */
export async function takeOut(ctx: UserContext, listing_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await takeBackMark(tx, ctx.viewer.id, listing_id)) await redraw(ctx, tx, listing_id)
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
