import { createHash } from 'node:crypto'
import { queueDelivery } from '#services/notifications/deliveries.ts'
import { defineWorker } from './worker.ts'

/** Brings failures of the mini-app to the operators' chat, the same one at most once an hour. */
export const clientErrors = defineWorker({
  queue: 'client-errors',
  attempts: 5,
  concurrency: 1,
  async run(ctx, { id, payload }, tx) {
    const report = createHash('sha256').update(payload.report).digest('hex').slice(0, 32)
    const hour = ctx.now().toISOString().slice(0, 13)
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.OPS_CHAT_ID },
      kind: 'client_error',
      payload: { event_id: id },
      dedupe_key: `client_error:${report}:${hour}`,
      lane: 'bulk',
    })
  },
})
