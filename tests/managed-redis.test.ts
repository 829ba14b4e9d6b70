import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { beforeAll, expect, test } from 'vitest'
import type { ClaimedTask } from '#db/outbox.ts'
import { openCounters } from '#services/api/request/rate-counters.ts'
import { readConfig } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { countView, pendingViews } from '#services/listings/author/views.ts'
import { startRedis } from '#stand-ins/infra/redis.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { startRedisPair } from '#tests/support/servers/redis-pair.ts'
import { connectQueues, openQueues, queuePrefix } from '#workers/engine/queues.ts'
import { flushViews } from '#workers/rounds/views.ts'
import { scaledRates, telegramRateLimiter } from '#workers/telegram/rate-limiter.ts'

/**
 * A hosted Redis differs from the Redis that we run: it fails over to another server, and it distributes keys over
 * several servers by slots.
 */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'otklik-redis-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
})

/**
 * Creates the context of a process that uses this Redis. Its Postgres is unreachable, because these tests need none.
 */
async function processAt(redis_url: string, redis_prefix = 'otklik'): Promise<Context> {
  const servers = { database_url: 'postgres://nobody@127.0.0.1:9/nothing', redis_url, redis_prefix }
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  const env = productEnvironment({ ...servers, ...ports, secrets: newSecrets(), people_file: '' })
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'test')
  atEnd(() => closeContext(ctx))
  await eventually(() => ctx.redis.status === 'ready')
  return ctx
}

const task = {
  consumer: 'moderation',
  topic: 'listing.submitted',
  event_id: 1,
  attempt: 1,
} as unknown as ClaimedTask

/** Puts a task into its queue and waits until the worker receives it. */
async function passTask(ctx: Context): Promise<unknown> {
  const [queues, connection] = [openQueues(ctx), connectQueues(ctx, 'worker')]
  const firstJob = Promise.withResolvers<unknown>()
  const worker = new Worker(task.consumer, async (job) => firstJob.resolve(job.data), {
    connection,
    prefix: queuePrefix(ctx),
  })
  worker.on('error', () => {})
  await eventually(() => queues.ready())
  await queues.add([task])
  const passedJob = await firstJob.promise
  await Promise.all([worker.close(), queues.close()])
  connection.disconnect()
  return passedJob
}

test('a planned failover leaves connections open that nobody may write over, and they are left', async () => {
  const redisPair = await startRedisPair(path.join(folder, 'pair'))
  atEnd(redisPair.control.stop)
  const ctx = await processAt(redisPair.url)
  await ctx.redis.set('kept', 'before')
  await redisPair.handOver()
  await eventually(() => ctx.redis.set('kept', 'after').catch(() => undefined))
  expect(await ctx.redis.get('kept')).toBe('after')
  expect(await passTask(ctx)).toMatchObject({ event_id: 1 })
})

test('a prefix in braces keeps all keys in one slot, so that a node of a cluster runs every script', async () => {
  const node = await startRedis(path.join(folder, 'node'), undefined, { throwaway: true, cluster: true })
  atEnd(node.stop)
  const operator = new Redis(node.url)
  atEnd(async () => operator.disconnect())
  await operator.call('CLUSTER', 'ADDSLOTSRANGE', 0, 16383)
  await eventually(async () => String(await operator.call('CLUSTER', 'INFO')).includes('cluster_state:ok'))
  const processOnCluster = await processAt(node.url)
  await expect(processOnCluster.redis.eval('return 1', 2, 'one', 'other')).rejects.toThrow('CROSSSLOT')

  const ctx = await processAt(node.url, '{otklik}')
  const counters = new (openCounters(ctx))({} as never)
  const count = (key: string) =>
    new Promise((resolve) => counters.incr(key, (_error, counted) => resolve(counted?.current), 60_000, 10))
  await Promise.all([count('user-1'), count('user-2')])
  expect(await operator.mget('{otklik}:rate-user-1', '{otklik}:rate-user-2')).toEqual(['1', '1'])
  await Promise.all([countView(ctx, 1, 7), countView(ctx, 2, 8)])
  expect(await ctx.redis.hgetall(pendingViews)).toEqual({ 1: '1', 2: '1' })
  // The counted views are taken from Redis, but storing them in Postgres fails.
  await expect(flushViews(ctx)).rejects.toThrow('ECONNREFUSED')
  expect(await ctx.redis.scard('views:batches')).toBe(1)
  await telegramRateLimiter(ctx.redis, scaledRates(1)).take(5, 'bulk')
  expect(await ctx.redis.exists('telegram:slot:5')).toBe(1)
  await telegramRateLimiter(ctx.redis, scaledRates(1)).pause(50)
  expect(await ctx.redis.exists('telegram:silence')).toBe(1)
  expect(await passTask(ctx)).toMatchObject({ event_id: 1 })
})
