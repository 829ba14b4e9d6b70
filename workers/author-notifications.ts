import type { Tx } from '#db/index.ts'
import { queueDelivery } from '#services/notifications/deliveries.ts'
import { defineWorker, type EventFor } from './worker.ts'

const kinds = {
  'payment.confirmed': 'payment_confirmed',
  'listing.published': 'listing_published',
  'listing.rejected': 'listing_rejected',
} as const

/** Tells authors what became of their order or vacancy. */
export const authorNotifications = defineWorker({
  queue: 'author-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    const listing = await findListing(tx, event)
    if (!listing) return
    await queueDelivery(ctx, tx, {
      to: { user_id: listing.author_id },
      kind: kinds[event.topic],
      payload: { listing_id: listing.id },
      dedupe_key: `${kinds[event.topic]}:${event.id}`,
    })
  },
})

/** Undefined for the payment of a boost, which concerns no listing of the payer. */
function findListing(tx: Tx, { topic, payload }: EventFor<'author-notifications'>) {
  const listings = tx.selectFrom('listings').select(['listings.id', 'listings.author_id'])
  if (topic !== 'payment.confirmed')
    return listings.where('listings.id', '=', payload.listing_id).executeTakeFirst()
  return listings
    .innerJoin('payments', 'payments.listing_id', 'listings.id')
    .where('payments.id', '=', payload.payment_id)
    .executeTakeFirst()
}
