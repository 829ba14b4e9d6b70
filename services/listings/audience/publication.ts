import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

/**
 * Announces a listing in the transaction that publishes it. The author's message is queued here, because the
 * author waits for the moderator. Consumers of the event send all others.
 */
export async function announcePublication(
  ctx: Pick<Context, 'now' | 'request_id'>,
  tx: Tx,
  { id: listing_id, author_id }: { id: number; author_id: number },
): Promise<void> {
  const event_id = await record(ctx, tx, 'listing.published', { listing_id })
  await queueDelivery(ctx, tx, {
    to: { user_id: author_id },
    kind: 'listing_published',
    payload: { listing_id },
    // The event id makes each renewal a new message.
    dedupe_key: `listing_published:${event_id}`,
  })
}
