import { queueNewOrder } from '#services/notifications/audience.ts'
import { defineWorker } from './worker.ts'

/** Tells freelancers about an order or vacancy of their speciality. */
export const newOrderNotifications = defineWorker({
  queue: 'new-order-notifications',
  attempts: 12,
  concurrency: 2,
  async run(ctx, { payload }, tx) {
    const people = await queueNewOrder(ctx, tx, payload.listing_id)
    ctx.log.info({ listing_id: payload.listing_id, people }, 'an audience was found')
  },
})
