import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import { queueDelivery } from './delivery-queue.ts'

/**
 * Tells of a listing that others see from now on, in the transaction that shows it. The author's message is stored here
 * and needs no consumer: whoever waits for a moderator hears of it milliseconds later. All others are consumers' work.
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
    // A renewal is told anew.
    dedupe_key: `listing_published:${event_id}`,
  })
}
