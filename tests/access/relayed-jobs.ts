import { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { startRelay } from '#workers/engine/relay.ts'

/**
 * Passes all waiting events to the queues. No worker reads the queues in this test.
 * @returns the jobs as stored in Redis
 */
export async function relayJobs(ctx: Context): Promise<string[]> {
  const relay = startRelay(ctx)
  const readWaitingTasks = () =>
    ctx.db
      .selectFrom('event_tasks')
      .select('event_id')
      .where('attempt', '=', 0)
      .where('dead_at', 'is', null)
      .execute()
  try {
    await expect.poll(readWaitingTasks, { timeout: 20_000, interval: 200 }).toEqual([])
  } finally {
    await relay.stop()
  }
  const redis = new Redis(ctx.config.REDIS_URL)
  const jobs: string[] = []
  try {
    for await (const keys of redis.scanStream({ match: `${ctx.config.REDIS_PREFIX}:queue:*`, count: 1000 }))
      for (const key of keys as string[])
        if ((await redis.type(key)) === 'hash') jobs.push(JSON.stringify(await redis.hgetall(key)))
    return jobs
  } finally {
    redis.disconnect()
  }
}
