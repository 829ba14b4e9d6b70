import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originOf } from '#stand-ins/launcher/environment.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'
import { readAge, watchOutage } from './outage.ts'

type Part = { world: World; operations: string }

/** Starts one process of the product with its operations port, and the servers that it needs. */
async function open(role: 'workers' | 'bot'): Promise<Part> {
  const world = await startWorld({ own_servers: true, roles: ['telegram', role], port_name: 'OPS_PORT' })
  return { world, operations: originOf(Number(world.env.OPS_PORT)) }
}

async function ask({ operations }: Part, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${operations}${path}`)
  return { status: answer.status, body: await answer.json() }
}
const ready = (part: Part) => ask(part, '/health/ready')
const whole = { status: 'ok', postgres: true, room: true, redis: true, telegram: true }

let workers: Part
let bot: Part
beforeAll(async () => {
  ;[workers, bot] = await Promise.all([open('workers'), open('bot')])
}, 120_000)
afterAll(async () => {
  await workers?.world.stop()
  await bot?.world.stop()
})

test('the outbox grows old while Redis is away, the workers say so, and it is empty again by itself', async () => {
  await expect.poll(() => ready(workers), { timeout: 20_000 }).toEqual({ status: 200, body: whole })
  expect(await readAge(workers.operations)).toBe(0)
  const seconds = 6
  const watching = watchOutage(workers.world, workers.operations, { seconds })
  await expect
    .poll(() => ready(workers), { timeout: 5000 })
    .toEqual({ status: 503, body: { ...whole, status: 'unavailable', redis: false } })
  expect(await ask(workers, '/health/live')).toEqual({ status: 200, body: { status: 'ok' } })
  const moments = await watching
  const away = moments.filter(({ is_redis_up }) => !is_redis_up).map(({ age }) => age)
  expect(away).toEqual(away.toSorted((a, b) => a - b))
  expect(Math.max(...away)).toBeGreaterThan(seconds / 2)
  expect(moments.at(-1)).toMatchObject({ is_redis_up: true, age: 0 })
  await expect.poll(() => ready(workers)).toEqual({ status: 200, body: whole })
}, 120_000)

test('a Redis that is full still reads, and is not taken for one that works', async () => {
  const redis = new Redis(workers.world.env.REDIS_URL ?? '')
  await redis.config('SET', 'maxmemory', '1')
  await expect
    .poll(() => ready(workers))
    .toMatchObject({ status: 503, body: { postgres: true, redis: false } })
  await redis.config('SET', 'maxmemory', '0')
  await expect.poll(() => ready(workers)).toEqual({ status: 200, body: whole })
  redis.disconnect()
}, 60_000)

test('a Telegram that hangs is told by the workers, who go on', async () => {
  await workers.world.telegram.post('/faults', { method: 'getMe', times: 0, delay_ms: 30_000 })
  await expect
    .poll(() => ready(workers), { timeout: 20_000 })
    .toEqual({ status: 200, body: { ...whole, status: 'degraded', telegram: false } })
  const asked = performance.now()
  await ready(workers)
  expect(performance.now() - asked).toBeLessThan(2000)
  await workers.world.telegram.delete('/faults')
  await expect.poll(() => ready(workers), { timeout: 20_000 }).toEqual({ status: 200, body: whole })
}, 60_000)

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
  await expect.poll(() => ready(bot), { timeout: 20_000 }).toEqual({ status: 200, body: whole })
  await bot.world.kill('redis')
  await expect
    .poll(() => ready(bot))
    .toEqual({ status: 200, body: { ...whole, status: 'degraded', redis: false } })
  await bot.world.kill('postgres')
  await expect
    .poll(() => ready(bot), { timeout: 15_000 })
    .toMatchObject({ status: 503, body: { postgres: false } })
}, 60_000)
