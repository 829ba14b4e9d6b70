import { Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import { inNameOf } from '#services/core/measures.ts'
import { noteRound } from '#services/operations/metrics.ts'
import { timing } from './background-timing.ts'
import { startLoop } from './loop.ts'
import { connectQueues, queuePrefix } from './queues.ts'

/** Periodic work that may wait for Redis. */
export type Sweep = {
  name: string
  /** Milliseconds from one round to the next, over all processes. */
  every: number
  /** One round. @returns whether a full batch has left more to do */
  run: (ctx: Context) => Promise<boolean>
}

/**
 * Starts sweeps. A job scheduler in Redis begins each round, and one round of a sweep runs at a time over all
 * processes. Redis may lose its schedules, so they are looked after for as long as the process lives.
 */
export function startSweeps(ctx: Context, connection: Redis, sweeps: Sweep[]): { stop(): Promise<void> } {
  const producer = connectQueues(ctx, 'producer')
  const workers = sweeps.map((sweep) => startRounds(ctx, connection, sweep))
  const schedules = startLoop(ctx, {
    name: 'sweep-schedules',
    round: async (own) => {
      if (producer.status !== 'ready') return timing.sweeps.whileAway
      for (const sweep of sweeps) await schedule(own, producer, sweep)
      return timing.sweeps.look
    },
  })
  return {
    async stop() {
      await Promise.all([schedules.stop(), ...workers.map((worker) => worker.close())])
      producer.disconnect()
    },
  }
}

function startRounds(ctx: Context, connection: Redis, { name, run }: Sweep): Worker {
  const own: Context = { ...ctx, log: ctx.log.child({ sweep: name }) }
  const { lockDuration, stalledInterval, maxStalledCount, runRetryDelay } = timing.queue
  const worker: Worker = new Worker(
    name,
    async () => {
      try {
        while ((await inNameOf(name, () => run(own))) && !worker.closing);
        noteRound(name)
      } catch (error) {
        own.log.warn({ err: error }, 'a round failed')
      }
    },
    { connection, prefix: queuePrefix(ctx), lockDuration, stalledInterval, maxStalledCount, runRetryDelay },
  )
  worker.on('error', (error) => own.log.debug({ reason: error.message }, 'queue error'))
  return worker
}

/** A queue that met a lost connection stays broken, so each look opens its own. */
async function schedule(ctx: Context, connection: Redis, { name, every }: Sweep): Promise<void> {
  const queue = new Queue(name, { connection, prefix: queuePrefix(ctx) })
  queue.on('error', (error) => ctx.log.debug({ reason: error.message }, 'queue error'))
  try {
    // A schedule that exists is left alone: setting it again would start a round at once.
    if ((await queue.getJobScheduler(name))?.every === every) return
    await queue.setGlobalConcurrency(1)
    await queue.upsertJobScheduler(name, { every }, { opts: { removeOnComplete: true, removeOnFail: true } })
  } finally {
    await queue.close()
  }
}
