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
    .toEqual({
      status: 503,
      body: { ...healthyBody, status: 'unavailable', redis: false, since: { redis: expect.any(String) } },
    })
  const { since } = (await readReadiness(workers)).body as { since: { redis: string } }
  expect(Math.abs(Date.now() - Date.parse(since.redis))).toBeLessThan(15_000)
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
    .toEqual({
      status: 200,
      body: { ...healthyBody, status: 'degraded', telegram: false, since: { telegram: expect.any(String) } },
    })
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

/** Reads all samples that the workers tell. @returns values by the name of the metric with its labels */
async function readSamples({ operations }: Server): Promise<Map<string, number>> {
  const text = await (await fetch(`${operations}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('without Postgres every figure that is read from it is missing and none is 0, within seconds', async () => {
  const readFromPostgres = [
    'outbox_age_seconds',
    'outbox_dead_tasks',
    'payment_cases',
    'payment_invariant_violations',
    'ledger_imbalance',
    'open_loops',
    'moderation_open',
    'launches',
    'launches_lost',
    'backup_late_seconds',
    'deliveries',
    'postgres_room',
  ]
  const namesIn = (samples: Map<string, number>) =>
    new Set([...samples.keys()].map((name) => name.split('{')[0]))
  const before = await readSamples(workers)
  for (const name of readFromPostgres) expect([...namesIn(before)], name).toContain(`otklik_${name}`)
  expect([before.get('otklik_postgres_up'), before.get('otklik_redis_up')]).toEqual([1, 1])
  await workers.world.kill('postgres')
  const startedAt = performance.now()
  const during = await readSamples(workers)
  expect(performance.now() - startedAt).toBeLessThan(4000)
  const told = namesIn(during)
  expect(readFromPostgres.filter((name) => told.has(`otklik_${name}`))).toEqual([])
  expect([during.get('otklik_postgres_up'), during.get('otklik_redis_up')]).toEqual([0, 1])
  expect(during.get('otklik_queue_jobs{queue="payment-verification"}')).toBe(0)
  expect(during.get('otklik_metrics_missing{part="payments"}')).toBe(1)
  expect(during.get('otklik_metrics_missing{part="queues"}')).toBe(0)
  // No other metric disappears with these.
  const gone = [...namesIn(before)].filter((name) => !told.has(name))
  expect(gone.sort()).toEqual(readFromPostgres.map((name) => `otklik_${name}`).sort())
  await workers.world.restart('postgres')
  await expect
    .poll(async () => (await readSamples(workers)).get('otklik_payment_invariant_violations'), {
      timeout: 20_000,
    })
    .toBe(0)
}, 60_000)

test('the bot is ready while Telegram and Postgres are there', async () => {
  await expect.poll(() => readReadiness(bot), { timeout: 20_000 }).toEqual({ status: 200, body: healthyBody })
  await bot.world.kill('redis')
  await expect
    .poll(() => readReadiness(bot))
    .toEqual({
      status: 200,
      body: { ...healthyBody, status: 'degraded', redis: false, since: { redis: expect.any(String) } },
    })
  await bot.world.kill('postgres')
  await expect
    .poll(() => readReadiness(bot), { timeout: 15_000 })
    .toMatchObject({ status: 503, body: { postgres: false } })
}, 180_000)
