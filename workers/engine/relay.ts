import { claimTasks, outboxChannel } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { type Loop, startLoop } from './loop.ts'
import { openQueues, type Queues } from './queues.ts'
import { timing } from './timing.ts'

/**
 * Hands due tasks to the queues. A task stays in Postgres until its consumer has committed, so a job that Redis lost is
 * handed over again. Any number of relays may run.
 */
export function startRelay(ctx: Context): Loop {
  const queues = openQueues(ctx)
  const hasRoom = capacityCheck(queues)
  const loop = startLoop(ctx, {
    name: 'relay',
    channel: outboxChannel,
    round: (loopCtx) => handOverTasks(loopCtx, queues, hasRoom),
  })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await queues.close()
    },
  }
}

/**
 * Returns a function that tells whether the queues can take more jobs. It counts the jobs only a few times a second, so
 * that a single event does not wait for the count.
 */
function capacityCheck(queues: Queues): () => Promise<boolean> {
  let cached = { until: 0, hasRoom: false }
  return async () => {
    if (performance.now() < cached.until) return cached.hasRoom
    const hasRoom = (await queues.waiting()) < timing.relay.maxWaitingJobs
    cached = { until: performance.now() + timing.relay.count, hasRoom }
    return hasRoom
  }
}

async function handOverTasks(ctx: Context, queues: Queues, hasRoom: () => Promise<boolean>): Promise<number> {
  // Without Redis no task is claimed, so no attempt is used up and all tasks are handed over once Redis is back.
  if (!queues.ready()) return timing.relay.poll
  if (!(await hasRoom())) return timing.relay.poll
  const now = ctx.now()
  const tasks = await claimTasks(ctx.db, {
    limit: timing.relay.batch,
    now: now.toISOString(),
    waits: timing.retry,
  })
  if (tasks.length === 0) return untilNextDue(ctx)
  await queues.add(tasks)
  for (const { event_id, consumer: queue, request_id, topic, attempt } of tasks)
    ctx.log.info({ queue, event_id, request_id, topic, attempt }, 'handed over')
  return 0
}

/**
 * Milliseconds until the next task is due, but no longer than the polling interval, which covers lost notifications.
 */
async function untilNextDue(ctx: Context): Promise<number> {
  const { next_at } = await ctx.db
    .selectFrom('event_tasks')
    .select((eb) => eb.fn.min('next_at').as('next_at'))
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ms = next_at === null ? timing.relay.poll : Date.parse(next_at) - ctx.now().getTime()
  // A task that is due but was not claimed is locked by its consumer, so the relay waits.
  return ms <= 0 ? timing.relay.poll : Math.min(ms, timing.relay.poll)
}
