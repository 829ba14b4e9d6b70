import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { updatePrefix } from '#services/core/request-context.ts'
import { queueAcceptance } from '#services/deals/messages.ts'
import { findEditRecipients } from '#services/moderation/messages/edit-messages.ts'
import type { DeliveryPayloads } from '#services/notifications/kinds.ts'
import { queueDelivery, wakeSender } from '#services/notifications/outbox/queue.ts'
import {
  findLatestReminder,
  findMessageOfResponse,
  findMessagesAbout,
  findReminderOfResponse,
} from '#services/responses/author-message/queries.ts'
import { queueEnds } from '#services/responses/messages/endings.ts'
import { findOrderMessages } from '#services/responses/messages/order-message.ts'
import { findResponseNews } from '#services/responses/messages/queries.ts'
import { defineWorker, type EventFor } from '#workers/engine/worker.ts'

type ResponseEvent = EventFor<'response-notifications'>

/** Kind of the message to the sender of a response, by topic of the event. */
const senderKinds = {
  'response.shortlisted': 'response_shortlisted',
  'response.chosen': 'response_chosen',
  'response.declined': 'response_declined',
  'response.released': 'response_released',
} as const

/** Notifies authors about new responses, and freelancers about the outcome of their responses. */
export const responseNotifications = defineWorker({
  queue: 'response-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    if (event.topic === 'responses.shown') return notifySeen(ctx, tx, event.payload.listing_id)
    if (event.topic === 'responses.passed') return notifyPassed(ctx, tx, event.id, event.payload.listing_id)
    if (event.topic === 'revision.published') return notifyChanged(ctx, tx, event.payload.revision_id)
    if (event.topic === 'listing.completed') return notifyExecutor(ctx, tx, event.payload.listing_id)
    return notifyOne(ctx, tx, event)
  },
})

async function notifyOne(
  ctx: Context,
  tx: Tx,
  { id, topic, payload: { response_id } }: Extract<ResponseEvent, { payload: { response_id: number } }>,
): Promise<void> {
  const response = await findResponseNews(tx, response_id)
  if (!response) return
  const payload = { response_id }
  if (topic === 'response.sent') {
    await redrawOrders(ctx, tx, response, id)
    const dedupe_key = `new_response:${response_id}`
    const to = { user_id: response.author_id }
    return queueDelivery(ctx, tx, { to, kind: 'new_response', payload, dedupe_key })
  }
  // A button of the bot has already redrawn the author message. After a decline the message is redrawn anyway, because
  // the decline can no longer be undone.
  const isDrawn = ctx.request_id?.startsWith(updatePrefix) && topic !== 'response.declined'
  if (!isDrawn) await redrawAuthorMessages(ctx, tx, id, response_id)
  const { declined_at } = response
  const declinedAt = topic === 'response.declined' && declined_at ? Date.parse(declined_at) : null
  // If the author undid the decline and declined again, the event of the later decline notifies the sender.
  if (declinedAt !== null && declinedAt + limits.declineDelay.undoMs > ctx.now().getTime()) return
  // The sender has withdrawn the response, so the sender needs no message.
  if (topic === 'response.withdrawn') return
  const kind = senderKinds[topic]
  if (kind === 'response_declined' || kind === 'response_released') {
    await queueEnds(ctx, tx, kind, payload)
    return
  }
  const dedupe_key = `${kind}:${id}`
  return queueDelivery(ctx, tx, { to: { user_id: response.user_id }, kind, payload, dedupe_key })
}

/** Redraws a freelancer's messages about an order, so that they show the response. */
async function redrawOrders(
  ctx: Context,
  tx: Tx,
  { user_id, listing_id }: { user_id: number; listing_id: number },
  event_id: string,
): Promise<void> {
  for (const message_id of await findOrderMessages(tx, user_id, listing_id)) {
    const payload = { listing_id, user_id, message_id }
    const dedupe_key = `order_drawn:${event_id}:${message_id}`
    await queueDelivery(ctx, tx, { to: { user_id }, kind: 'order_drawn', payload, dedupe_key })
  }
}

/** Redraws the author messages that contain a response. */
async function redrawAuthorMessages(
  ctx: Context,
  tx: Tx,
  event_id: string,
  response_id: number,
): Promise<void> {
  const letter = await findMessageOfResponse(tx, response_id)
  if (!letter) return
  const to = { user_id: letter.user_id }
  const draw = (payload: DeliveryPayloads['response_drawn'], dedupe_key: string) =>
    queueDelivery(ctx, tx, { to, kind: 'response_drawn', payload, dedupe_key })
  await draw({ response_id }, `response_drawn:${event_id}`)
  const message_id = await findReminderOfResponse(tx, response_id)
  if (message_id) await draw({ response_id, message_id }, `response_drawn:${event_id}:${message_id}`)
}

/** Notifies the senders of all responses that the author has seen, once per response. */
async function notifySeen(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    select user_id, 'response_shown', 'transactional', 'response_shown:' || id,
      jsonb_build_object('response_id', id), ${ctx.request_id}, ${now}, ${now}
    from responses where listing_id = ${listing_id} and status = 'shown'
    on conflict (dedupe_key) do nothing
  `.execute(tx)
  await wakeSender(tx)
}

/** Notifies the senders of all responses that were not chosen, once each, and redraws the author messages. */
async function notifyPassed(ctx: Context, tx: Tx, event_id: string, listing_id: number): Promise<void> {
  const letters = await findMessagesAbout(tx, listing_id)
  const reminder = await findLatestReminder(tx, listing_id)
  for (const { author_id: user_id, message_id, response_id } of [
    ...letters,
    ...(reminder ? [reminder] : []),
  ]) {
    const payload = message_id === reminder?.message_id ? { response_id, message_id } : { response_id }
    const dedupe_key = `response_drawn:${event_id}:${message_id}`
    await queueDelivery(ctx, tx, { to: { user_id }, kind: 'response_drawn', payload, dedupe_key })
  }
  await queueEnds(ctx, tx, 'response_passed', { listing_id })
}

/** Notifies everybody who responded to a listing that the listing has changed much. */
async function notifyChanged(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findEditRecipients(tx, revision_id)
  for (const { id: response_id, user_id } of news?.responses ?? []) {
    const payload = { revision_id, response_id }
    const dedupe_key = `listing_changed:${revision_id}:${response_id}`
    await queueDelivery(ctx, tx, { to: { user_id }, kind: 'listing_changed', payload, dedupe_key })
  }
}

async function notifyExecutor(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const listing = await tx
    .selectFrom('listings')
    .select('executor_id')
    .where('id', '=', listing_id)
    .executeTakeFirst()
  if (!listing?.executor_id) return
  await queueAcceptance(ctx, tx, listing.executor_id, { kind: 'listing_completed', listing_id })
}
