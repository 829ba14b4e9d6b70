import type { ResponseStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/delivery-queue.ts'
import { findResponseNews } from '#services/notifications/queries.ts'
import { defineWorker, type EventFor } from './worker.ts'

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
    const dedupe_key = `new_response:${response_id}`
    const to = { user_id: response.author_id }
    return queueDelivery(ctx, tx, { to, kind: 'new_response', payload, dedupe_key })
  }
  const kind = toSender[topic]
  const to = { user_id: response.user_id }
  return queueDelivery(ctx, tx, { to, kind, payload, dedupe_key: `${kind}:${id}` })
}

/** Everybody whose response the author has seen by now, each once in the life of the response. */
function tellShown(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  return tellAll(ctx, tx, listing_id, 'shown', (id) => ['response_shown', `response_shown:${id}`])
}

/** Everybody whose response was passed over by the event, each once. */
function tellPassed(ctx: Context, tx: Tx, event_id: string, listing_id: number): Promise<void> {
  return tellAll(ctx, tx, listing_id, 'not_chosen', (id) => [
    'response_passed',
    `response_passed:${event_id}:${id}`,
  ])
}

async function tellAll(
  ctx: Context,
  tx: Tx,
  listing_id: number,
  status: ResponseStatus,
  message: (response_id: number) => [kind: 'response_shown' | 'response_passed', dedupe_key: string],
): Promise<void> {
  const responses = await tx
    .selectFrom('responses')
    .select(['id', 'user_id'])
    .where('listing_id', '=', listing_id)
    .where('status', '=', status)
    .execute()
  for (const { id: response_id, user_id } of responses) {
    const [kind, dedupe_key] = message(response_id)
    await queueDelivery(ctx, tx, { to: { user_id }, kind, payload: { response_id }, dedupe_key })
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
