import { type JobSchedulerJson, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import { countQueriesAs } from '#services/core/observability/metrics.ts'
import { noteRound } from '#services/operations/metrics.ts'
import { allowedPeriods, expectRounds, noteRoundOf } from '#services/operations/rounds.ts'
import { startLoop } from './loop.ts'
import { connectQueues, queuePrefix } from './queues.ts'
import { waitTogether } from './shared-wait.ts'
import { timing } from './timing.ts'

/** Periodic work (a sweep) that depends on Redis. */
export type Sweep = {
  name: string
  /** Interval in milliseconds at which one of the processes starts a round of the work. */
  every: number
  /**
   * One round of the work.
   * @returns true if a full batch was done and more may be left
   */
  run: (ctx: Context) => Promise<boolean>
}

/**
 * Starts the periodic work. A job scheduler of BullMQ starts each round, and only one process at a time does the same
 * work. Redis may lose schedules, so they are checked as long as the process lives.
 */
export function startSweeps(ctx: Context, connection: Redis, sweeps: Sweep[]): { stop(): Promise<void> } {
  const producer = connectQueues(ctx, 'producer')
  const workers = sweeps.map((sweep) => startRounds(ctx, connection, sweep))
  const schedules = startLoop(ctx, {
    name: 'sweep-schedules',
    round: async (loopCtx) => {
      if (producer.status !== 'ready') return timing.sweeps.whileAway
      await expectRounds(loopCtx, sweeps)
      for (const sweep of sweeps) await schedule(loopCtx, producer, sweep)
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

function startRounds(ctx: Context, connection: Redis, { name, every, run }: Sweep): Worker {
  const sweepCtx: Context = { ...ctx, log: ctx.log.child({ sweep: name }) }
  const { lockDuration, stalledInterval, maxStalledCount, runRetryDelay } = timing.queue
  const worker: Worker = new Worker(
    name,
    async () => {
      try {
        while ((await countQueriesAs(name, () => run(sweepCtx))) && !worker.closing);
        noteRound(name)
        await noteRoundOf(sweepCtx, { name, every })
      } catch (error) {
        sweepCtx.log.warn({ err: error }, 'a round failed')
      }
    },
    { connection, prefix: queuePrefix(ctx), lockDuration, stalledInterval, maxStalledCount, runRetryDelay },
    waitTogether(ctx, connection),
  )
  worker.on('error', (error) => sweepCtx.log.debug({ reason: error.message }, 'queue error'))
  return worker
}

/**
 * Checks the schedule of periodic work. A queue whose connection was lost stays broken, so each check opens a new
 * queue.
 */
async function schedule(ctx: Context, connection: Redis, { name, every }: Sweep): Promise<void> {
  const queue = new Queue(name, { connection, prefix: queuePrefix(ctx) })
  queue.on('error', (error) => ctx.log.debug({ reason: error.message }, 'queue error'))
  try {
    const scheduler = await queue.getJobScheduler(name)
    // A schedule that works is not set again, because that would start a round at once.
    if (scheduler?.every === every && !(await isStuck(queue, scheduler))) return
    if (scheduler) {
      ctx.log.warn({ sweep: name, next: scheduler.next }, 'a schedule is started anew')
      await queue.removeJobScheduler(name)
    }
    await queue.setGlobalConcurrency(1)
    await queue.upsertJobScheduler(name, { every }, { opts: { removeOnComplete: true, removeOnFail: true } })
  } finally {
    await queue.close()
  }
}

/**
 * True for a schedule that has stopped. Each job creates the next one, so if Redis loses a job the schedule stops for
 * ever: its next round is in the past, and no job exists. If a clock was set back, the next round is far in the future.
 */
async function isStuck(queue: Queue, { every = 0, next = 0 }: JobSchedulerJson): Promise<boolean> {
  const patienceMs = allowedPeriods * every
  const overdueMs = Date.now() - next
  if (overdueMs < -patienceMs) return true
  return (
    overdueMs > patienceMs &&
    (await queue.getJobCountByTypes('active', 'wait', 'prioritized', 'delayed')) === 0
  )
}
