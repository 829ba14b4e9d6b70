import { queueHotOrder } from '#services/listings/audience/actions.ts'
import { scheduleHotCheck } from '#services/listings/audience/hot-orders.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Notifies freelancers of an order that has become hot: its deadline is near, or it has hardly any responses. */
export const hotOrderNotifications = defineWorker({
  queue: 'hot-order-notifications',
  attempts: 12,
  concurrency: 1,
  async run(ctx, { payload: { listing_id } }, tx) {
    const people = await queueHotOrder(ctx, tx, listing_id)
    await scheduleHotCheck(ctx, tx, listing_id)
    if (people > 0) ctx.log.info({ listing_id, people }, 'a hot order was told')
  },
})
