import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { ClaimedTask } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'
import { reconnectOptions } from '#services/core/servers/redis.ts'
import { timing } from './timing.ts'

export const queuePrefix = (ctx: Context) => `${ctx.config.REDIS_PREFIX}:queue`

/**
 * Connection to Redis for BullMQ only, because BullMQ supports no key prefixes of the connection, and its workers must
 * wait for Redis indefinitely.
 */
export function connectQueues(ctx: Context, role: 'producer' | 'worker'): Redis {
  const redis = new Redis(
    ctx.config.REDIS_URL,
    role === 'worker'
      ? { ...reconnectOptions, maxRetriesPerRequest: null }
      : {
          ...reconnectOptions,
          maxRetriesPerRequest: 1,
          enableOfflineQueue: false,
          commandTimeout: timing.queue.commandTimeout,
        },
  )
  redis.on('error', (error: Error) => ctx.log.debug({ reason: error.message }, 'redis is away'))
  return redis
}

export type Queues = {
  ready(): boolean
  /** Number of jobs that no worker has taken yet, over all queues. */
  waiting(): Promise<number>
  /** Number of jobs that no worker has taken yet, by queue. */
  depth(consumers: string[]): Promise<Record<string, number>>
  /** Adds the tasks to the queues as jobs. @throws if Redis did not accept all tasks */
  add(tasks: ClaimedTask[]): Promise<void>
  close(): Promise<void>
}

/** Opens the queues of all consumers over one connection, each queue on its first use. */
export function openQueues(ctx: Context): Queues {
  const connection = connectQueues(ctx, 'producer')
  const queues = new Map<string, Queue>()

  function queueOf(consumer: string): Queue {
    const known = queues.get(consumer)
    if (known) return known
    const queue = new Queue(consumer, {
      connection,
      prefix: queuePrefix(ctx),
      skipMetasUpdate: true,
      // BullMQ makes only one attempt per job. The task in Postgres counts the attempts, keeps the last error and waits
      // longer each time, so nothing of this is lost with Redis. Finished jobs are removed, because BullMQ silently
      // ignores a new job whose id exists.
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    })
    queue.on('error', (error) => ctx.log.debug({ reason: error.message }, 'queue error'))
    queues.set(consumer, queue)
    return queue
  }

  /**
   * Closes all queues after an error. A queue that was opening when the connection was lost stays broken, so its next
   * use opens a new one.
   */
  async function forget(): Promise<void> {
    const broken = [...queues.values()]
    queues.clear()
    await Promise.allSettled(broken.map((queue) => queue.close()))
  }

  return {
    ready: () => connection.status === 'ready',
    async waiting() {
      const counts = await Promise.all([...queues.values()].map((queue) => queue.count()))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async depth(consumers) {
      // Without a connection a queue would wait for Redis, so the count fails at once instead.
      if (connection.status !== 'ready') throw new Error('redis is away')
      const counts = consumers.map(async (name) => [name, await queueOf(name).count()] as const)
      return Object.fromEntries(await Promise.all(counts))
    },
    async add(tasks) {
      const parts = Object.entries(Object.groupBy(tasks, (task) => task.consumer))
      const results = await Promise.allSettled(
        parts.map(([consumer, part = []]) => queueOf(consumer).addBulk(part.map(jobOf))),
      )
      const failed = results.find((result) => result.status === 'rejected')
      if (!failed) return
      await forget()
      throw failed.reason
    },
    async close() {
      await forget()
      connection.disconnect()
    },
  }
}

function jobOf(task: ClaimedTask) {
  return {
    name: task.topic,
    data: task,
    opts: {
      // The id of a job contains no colons, because BullMQ reserves them.
      jobId: `evt-${task.event_id}-${task.consumer}-${task.attempt}`,
      delay: timing.queue.delays[task.consumer] ?? 0,
    },
  }
}
