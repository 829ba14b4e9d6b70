import type { Tx } from '#db/index.ts'
import { findTaskOf, findTaskOfRevision } from '#services/moderation/queries.ts'
import { queueDelivery } from '#services/notifications/deliveries.ts'
import { defineWorker, type EventFor } from './worker.ts'

/** Shows a submitted listing or edit to the moderators and, when its fate is decided, tells it on the same card. */
export const moderation = defineWorker({
  queue: 'moderation',
  attempts: 12,
  concurrency: 4,
  async run(ctx, event, tx) {
    const task_id = await findTask(tx, event)
    // A renewal is published without a review.
    if (!task_id) return
    const isNew = event.topic === 'listing.submitted' || event.topic === 'revision.submitted'
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_card',
      payload: { task_id },
      dedupe_key: `moderation_card:${isNew ? task_id : event.id}`,
    })
  },
})

function findTask(tx: Tx, { payload }: EventFor<'moderation'>): Promise<number | undefined> {
  if ('listing_id' in payload) return findTaskOf(tx, payload.listing_id)
  return findTaskOfRevision(tx, payload.revision_id)
}
