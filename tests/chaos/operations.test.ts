import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originOf } from '#stand-ins/launcher/environment.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { readOutageAge, watchOutage } from './outage.ts'

type Server = { world: World; operations: string }

/** Starts one process of the product with its operations port, and the servers that the process needs. */
async function startServer(role: 'workers' | 'bot'): Promise<Server> {
  const world = await startWorld({ own_servers: true, roles: ['telegram', role], port_name: 'OPS_PORT' })
  return { world, operations: originOf(Number(world.env.OPS_PORT)) }
}

async function readPath({ operations }: Server, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${operations}${path}`)
  return { status: answer.status, body: await answer.json() }
}
const readReadiness = (server: Server) => readPath(server, '/health/ready')
const healthyBody = { status: 'ok', postgres: true, room: true, redis: true, telegram: true }

let workers: Server
let bot: Server
beforeAll(async () => {
  ;[workers, bot] = await Promise.all([startServer('workers'), startServer('bot')])
}, 120_000)
afterAll(async () => {
  await workers?.world.stop()
  await bot?.world.stop()
})

test('the outbox grows old while Redis is away, the workers say so, and it is empty again by itself', async () => {
  await expect
    .poll(() => readReadiness(workers), { timeout: 20_000 })
    .toEqual({ status: 200, body: healthyBody })
  expect(await readOutageAge(workers.operations)).toBe(0)
  const seconds = 6
  const outage = watchOutage(workers.world, workers.operations, { seconds })
  await expect
    .poll(() => readReadiness(workers), { timeout: 5000 })
    .toEqual({ status: 503, body: { ...healthyBody, status: 'unavailable', redis: false } })
  expect(await readPath(workers, '/health/live')).toEqual({ status: 200, body: { status: 'ok' } })
  const moments = await outage
  const agesDuringOutage = moments.filter(({ is_redis_up }) => !is_redis_up).map(({ age }) => age)
  expect(agesDuringOutage).toEqual(agesDuringOutage.toSorted((a, b) => a - b))
  expect(Math.max(...agesDuringOutage)).toBeGreaterThan(seconds / 2)
  expect(moments.at(-1)).toMatchObject({ is_redis_up: true, age: 0 })
  await expect.poll(() => readReadiness(workers)).toEqual({ status: 200, body: healthyBody })
}, 120_000)

test('a Redis that is full still reads, and is not taken for one that works', async () => {
  const redis = new Redis(workers.world.env.REDIS_URL ?? '')
  await redis.config('SET', 'maxmemory', '1')
  await expect
    .poll(() => readReadiness(workers))
    .toMatchObject({ status: 503, body: { postgres: true, redis: false } })
  await redis.config('SET', 'maxmemory', '0')
  await expect.poll(() => readReadiness(workers)).toEqual({ status: 200, body: healthyBody })
  redis.disconnect()
}, 180_000)

test('a Telegram that hangs is told by the workers, who go on', async () => {
  await workers.world.telegram.post('/faults', { method: 'getMe', times: 0, delay_ms: 30_000 })
  await expect
    .poll(() => readReadiness(workers), { timeout: 20_000 })
    .toEqual({ status: 200, body: { ...healthyBody, status: 'degraded', telegram: false } })
  const startedAt = performance.now()
  await readReadiness(workers)
  expect(performance.now() - startedAt).toBeLessThan(2000)
  await workers.world.telegram.delete('/faults')
  await expect
    .poll(() => readReadiness(workers), { timeout: 20_000 })
    .toEqual({ status: 200, body: healthyBody })
}, 180_000)

test('Prometheus reads what the operators need', async () => {
  const text = await (await fetch(`${workers.operations}/metrics`)).text()
  for (const name of [
    'otklik_outbox_dead_tasks 0',
    'otklik_payment_invariant_violations 0',
    'otklik_queue_jobs{queue="payment-verification"} 0',
    'otklik_event_seconds_count{queue="client-errors",outcome="done"} 6',
    'otklik_loop_last_round_seconds{loop="relay"}',
    'otklik_process_resident_memory_bytes',
  ])
    expect(text).toContain(name)
  expect(text).toMatch(/^otklik_deliveries\{state="\w+"\} [1-9]/m)
})

test('the bot is ready while Telegram and Postgres are there', async () => {
  await expect.poll(() => readReadiness(bot), { timeout: 20_000 }).toEqual({ status: 200, body: healthyBody })
  await bot.world.kill('redis')
  await expect
    .poll(() => readReadiness(bot))
    .toEqual({ status: 200, body: { ...healthyBody, status: 'degraded', redis: false } })
  await bot.world.kill('postgres')
  await expect
    .poll(() => readReadiness(bot), { timeout: 15_000 })
    .toMatchObject({ status: 503, body: { postgres: false } })
}, 180_000)
