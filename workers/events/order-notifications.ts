import { queueHotOrder, queueNewOrder } from '#services/listings/audience/actions.ts'
import { scheduleHotCheck } from '#services/listings/audience/hot-orders.ts'
import { defineWorker } from '#workers/engine/worker.ts'

/** Notifies people about a new order or vacancy that suits them. */
export const newOrderNotifications = defineWorker({
  queue: 'new-order-notifications',
  attempts: 12,
  concurrency: 2,
  async run(ctx, { payload: { listing_id } }, tx) {
    const people = await queueNewOrder(ctx, tx, listing_id)
    const hot = await queueHotOrder(ctx, tx, listing_id)
    await scheduleHotCheck(ctx, tx, listing_id)
    ctx.log.info({ listing_id, people, hot }, 'an audience was found')
  },
})

/** Notifies freelancers of an order that has become hot: its deadline is near, or hardly anybody has responded. */
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
