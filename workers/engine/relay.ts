import { claimTasks, outboxChannel } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { type Loop, startLoop } from './loop.ts'
import { openQueues, type Queues } from './queues.ts'
import { timing } from './timing.ts'

/**
 * Hands due tasks to the queues. A task stays in Postgres until its consumer has committed, so jobs lost by Redis are
 * handed over again. Any number of relays may run.
 */
export function startRelay(ctx: Context): Loop {
  const queues = openQueues(ctx)
  const hasRoom = capacityCheck(queues)
  const loop = startLoop(ctx, {
    name: 'relay',
    channel: outboxChannel,
    round: (own) => handOverTasks(own, queues, hasRoom),
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
 * True if the queues have capacity. Counted a few times a second, so that a single event does not wait for the count.
 */
function capacityCheck(queues: Queues): () => Promise<boolean> {
  let known = { until: 0, hasRoom: false }
  return async () => {
    if (performance.now() < known.until) return known.hasRoom
    const hasRoom = (await queues.waiting()) < timing.relay.window
    known = { until: performance.now() + timing.relay.count, hasRoom }
    return hasRoom
  }
}

async function handOverTasks(ctx: Context, queues: Queues, hasRoom: () => Promise<boolean>): Promise<number> {
  // Without Redis nothing is claimed, so no attempt is used up and all tasks go out when it is back.
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

/** Polling covers lost notifications; a task due earlier shortens the wait. */
async function untilNextDue(ctx: Context): Promise<number> {
  const { next_at } = await ctx.db
    .selectFrom('event_tasks')
    .select((eb) => eb.fn.min('next_at').as('next_at'))
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  const ms = next_at === null ? timing.relay.poll : Date.parse(next_at) - ctx.now().getTime()
  // Due but not claimed: its consumer holds the lock.
  return ms <= 0 ? timing.relay.poll : Math.min(ms, timing.relay.poll)
}
