import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { operatorsPriority } from '#services/notifications/staff-chats.ts'
import { defineWorker } from '#workers/engine/worker.ts'

const hourMs = 60 * 60_000

/**
 * Reports errors of the mini-app to the operators' chat. The same error is reported at most once an hour, and the
 * number of all reports is limited, because anybody can send them. Other errors are only stored as events.
 */
export const clientErrors = defineWorker({
  queue: 'client-errors',
  attempts: 5,
  concurrency: 1,
  async run(ctx, { id, payload }, tx) {
    if ((await countReportedThisHour(ctx, tx)) >= limits.clientErrorsPerHour) {
      ctx.log.warn({ event_id: id }, 'a failure of the mini-app is not told: the hour has had its share')
      return
    }
    const report = createHash('sha256').update(payload.report).digest('hex').slice(0, 32)
    const hour = ctx.now().toISOString().slice(0, 13)
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.OPS_CHAT_ID },
      kind: 'client_error',
      payload: { event_id: id },
      dedupe_key: `client_error:${report}:${hour}`,
      lane: 'bulk',
      priority: operatorsPriority.failure,
    })
  },
})

async function countReportedThisHour(ctx: Context, tx: Tx): Promise<number> {
  const { told } = await tx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('told'))
    .where('kind', '=', 'client_error')
    .where('created_at', '>', new Date(ctx.now().getTime() - hourMs).toISOString())
    .executeTakeFirstOrThrow()
  return told
}
