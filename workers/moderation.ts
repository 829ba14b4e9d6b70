import { findTaskOf } from '#services/moderation/queries.ts'
import { queueDelivery } from '#services/notifications/deliveries.ts'
import { defineWorker } from './worker.ts'

/** Shows a submitted listing to the moderators and, when its fate is decided, tells it on the same card. */
export const moderation = defineWorker({
  queue: 'moderation',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    const task_id = await findTaskOf(tx, event.payload.listing_id)
    // A renewal is published without a review.
    if (!task_id) return
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${event.topic === 'listing.submitted' ? task_id : event.id}`,
    })
  },
})
