import { queueDelivery } from '#services/notifications/deliveries.ts'
import { findResponseNews } from '#services/notifications/queries.ts'
import { defineWorker } from './worker.ts'

/** Tells authors about a new response. */
export const responseNotifications = defineWorker({
  queue: 'response-notifications',
  attempts: 12,
  concurrency: 4,
  async run(ctx, { payload: { response_id } }, tx) {
    const response = await findResponseNews(tx, response_id)
    if (!response) return
    await queueDelivery(ctx, tx, {
      to: { user_id: response.author_id },
      kind: 'new_response',
      payload: { response_id },
      dedupe_key: `new_response:${response_id}`,
    })
  },
})
