import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { updatePrefix } from '#services/core/request-context.ts'
import { findEditRecipients } from '#services/moderation/messages/edit-messages.ts'
import { queueDelivery, wakeSender } from '#services/notifications/delivery-queue.ts'
import type { DeliveryPayloads } from '#services/notifications/kinds.ts'
import { findResponseNews } from '#services/notifications/queries.ts'
import { queueEnds } from '#services/notifications/response-ends.ts'
import {
  findLetterOf,
  findLettersAbout,
  findReminder,
  findReminderOf,
} from '#services/responses/author-message/queries.ts'
import { findOrderMessages } from '#services/responses/messages/order-message.ts'
import { defineWorker, type EventFor } from '#workers/engine/worker.ts'

type Happened = EventFor<'response-notifications'>

/** What the sender of a response is told. */
const toSender = {
  'response.shortlisted': 'response_shortlisted',
  'response.chosen': 'response_chosen',
  'response.declined': 'response_declined',
  'response.released': 'response_released',
} as const

/** Tells authors about new responses, and freelancers what became of theirs. */
export const responseNotifications = defineWorker({
  queue: 'response-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    if (event.topic === 'responses.shown') return tellShown(ctx, tx, event.payload.listing_id)
    if (event.topic === 'responses.passed') return tellPassed(ctx, tx, event.id, event.payload.listing_id)
    if (event.topic === 'revision.published') return tellChanged(ctx, tx, event.payload.revision_id)
    if (event.topic === 'listing.completed') return tellExecutor(ctx, tx, event.payload.listing_id)
    return tellOne(ctx, tx, event)
  },
})

async function tellOne(
  ctx: Context,
  tx: Tx,
  { id, topic, payload: { response_id } }: Extract<Happened, { payload: { response_id: number } }>,
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
  // A press has drawn the message itself; of a refusal it says now that it can no longer be taken back.
  const isDrawn = ctx.request_id?.startsWith(updatePrefix) && topic !== 'response.declined'
  if (!isDrawn) await redrawLetter(ctx, tx, id, response_id)
  const { declined_at } = response
  const declinedAt = topic === 'response.declined' && declined_at ? Date.parse(declined_at) : null
  // Taken back and said again: the event of the last time tells it, once it can no longer be taken back.
  if (declinedAt !== null && declinedAt + limits.decline.undoMs > ctx.now().getTime()) return
  // Who took it back knows.
  if (topic === 'response.withdrawn') return
  const kind = toSender[topic]
  if (kind === 'response_declined' || kind === 'response_released') {
    await queueEnds(ctx, tx, kind, payload)
    return
  }
  const dedupe_key = `${kind}:${id}`
  return queueDelivery(ctx, tx, { to: { user_id: response.user_id }, kind, payload, dedupe_key })
}

/** What told the freelancer of the order shows that they have responded, wherever they did. */
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

/** The author's message about the response shows what has become of it, wherever that was done. */
async function redrawLetter(ctx: Context, tx: Tx, event_id: string, response_id: number): Promise<void> {
  const letter = await findLetterOf(tx, response_id)
  if (!letter) return
  const to = { user_id: letter.user_id }
  const draw = (payload: DeliveryPayloads['response_drawn'], dedupe_key: string) =>
    queueDelivery(ctx, tx, { to, kind: 'response_drawn', payload, dedupe_key })
  await draw({ response_id }, `response_drawn:${event_id}`)
  const message_id = await findReminderOf(tx, response_id)
  if (message_id) await draw({ response_id, message_id }, `response_drawn:${event_id}:${message_id}`)
}

/** Everybody whose response the author has seen by now, each once in the life of the response. */
async function tellShown(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
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

/** Everybody whose response was passed over by the event, each once; the author's messages show it. */
async function tellPassed(ctx: Context, tx: Tx, event_id: string, listing_id: number): Promise<void> {
  const letters = await findLettersAbout(tx, listing_id)
  const reminder = await findReminder(tx, listing_id)
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

/** Everybody who responded to what is another thing now. */
async function tellChanged(ctx: Context, tx: Tx, revision_id: number): Promise<void> {
  const news = await findEditRecipients(tx, revision_id)
  for (const { id: response_id, user_id } of news?.responses ?? []) {
    const payload = { revision_id, response_id }
    const dedupe_key = `listing_changed:${revision_id}:${response_id}`
    await queueDelivery(ctx, tx, { to: { user_id }, kind: 'listing_changed', payload, dedupe_key })
  }
}

async function tellExecutor(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const listing = await tx
    .selectFrom('listings')
    .select('executor_id')
    .where('id', '=', listing_id)
    .executeTakeFirst()
  if (!listing?.executor_id) return
  await queueDelivery(ctx, tx, {
    to: { user_id: listing.executor_id },
    kind: 'listing_completed',
    payload: { listing_id },
    dedupe_key: `listing_completed:${listing_id}`,
  })
}
