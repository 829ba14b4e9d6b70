import { queueHotOrder } from '#services/notifications/audience.ts'
import { scheduleHotCheck } from '#services/notifications/hot-orders.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Tells of an order that became hot while it waited: its deadline is close, or hardly anybody responded. */
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
