import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { readConfig } from '#services/core/config/config.ts'
import { closeContext, createContext, shareContext } from '#services/core/context.ts'
import type { RunningProcess } from '#stand-ins/launcher/keep-running.ts'
import { nodeProcess } from '#stand-ins/launcher/node-process.ts'
import { newClient } from '#tests/chaos/client.ts'
import { quiet_category_id, sellOrder } from '#tests/chaos/journey.ts'
import { waitUntilIdle } from '#tests/chaos/run.ts'
import { share } from '#tests/support/run/share.ts'
import { startWorld, type World } from '#tests/support/servers/world.ts'

/** API, bot and workers as one process, against a Postgres and a Redis of its own. */
let world: World
let all: RunningProcess
let db: Db

beforeAll(async () => {
  const roles = ['telegram', 'robokassa'] as const
  const env = { MODERATION_UNDO_MS: '200', TELEGRAM_RATE_SCALE: '50' }
  world = await startWorld({ own_servers: true, roles: [...roles], env, port_name: 'OPS_PORT' })
  db = connect(world.owner_url, { max: 1 })
  await world.telegram.post('/limits', { enabled: false })
  const launch = await nodeProcess({
    name: 'all',
    entry: 'workers/all.ts',
    env: world.env,
    logFolder: world.logs,
    readyUrl: `http://127.0.0.1:${world.env.OPS_PORT}/health/ready`,
  })
  all = await launch()
}, 120_000)
afterAll(async () => {
  await all?.stop()
  await db?.destroy()
  await world?.stop()
})

const residentMb = () =>
  Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${all.process.pid}/status`, 'utf8'))?.[1]) / 1024,
  )

async function countRedisConnections(): Promise<number> {
  const redis = new Redis(world.env.REDIS_URL ?? '')
  try {
    const list = (await redis.client('LIST')) as string
    // One is the connection of this question.
    return list.trim().split('\n').length - 1
  } finally {
    redis.disconnect()
  }
}

test('orders are sold by one process with few connections, and its memory stays small', async () => {
  const before = residentMb()
  const people = share(200, 5)
  for (let number = 0; number < people; number += 1) {
    const person = await newClient(world, `Гость ${number}`)
    await person.call('/api/projects', {})
  }
  const orders = share(10, 1)
  const plan = { starts_at_ms: 0, pays_twice: false, returns_to_app: true }
  for (let number = 1; number <= orders; number += 1)
    await sellOrder(world, `Заказ ${number}.`, plan, quiet_category_id)
  expect(await waitUntilIdle(db)).toBe(true)
  const { rows } = await sql<{ status: string }>`select distinct status from listings`.execute(db)
  expect(rows).toEqual([{ status: 'published' }])
  expect(await countRedisConnections()).toBeLessThanOrEqual(8)
  const { rows: connections } = await sql<{ name: string; count: number }>`
    select application_name as name, count(*)::int as count from pg_stat_activity
    where application_name like 'otklik-%' and pid <> pg_backend_pid() group by 1`.execute(db)
  const count = Object.fromEntries(connections.map(({ name, count }) => [name, count]))
  expect(count['otklik-all']).toBeLessThanOrEqual(10)
  expect(Object.keys(count).filter((name) => /api|bot|workers/.test(name))).toEqual([])
  const after = residentMb()
  process.stdout.write(
    `One process: ${before} MB at its start, ${after} MB after ${people} people and ${orders} orders\n`,
  )
  expect(after).toBeLessThan(400)
}, 300_000)

test('its answer for operators joins the parts', async () => {
  const answer = await fetch(`http://127.0.0.1:${world.env.OPS_PORT}/health/ready`)
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { postgres: true, redis: true, telegram: true, files: true, stays: true },
  ])
  const metrics = await (await fetch(`http://127.0.0.1:${world.env.OPS_PORT}/metrics`)).text()
  expect(metrics).toMatch(/^otklik_outbox/m)
})

/** Starts the process once more with other settings. Returns its exit code and what it said. */
async function startAnother(change: Record<string, string>, args: string[] = []) {
  const env = { ...process.env, ...world.env, OPS_PORT: '0', API_PORT: '0', ...change }
  const other = spawn(process.execPath, ['workers/all.ts', ...args], { env })
  let said = ''
  for (const stream of [other.stdout, other.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(other, 'exit')
  return { code, said }
}

test('it refuses to start beside other processes', async () => {
  const { code, said } = await startAnother({})
  expect({ code, said }).toEqual({
    code: 1,
    said: 'Other processes of the product work with this database: all. End them first, or start with --beside-others.\n',
  })
}, 60_000)

test('a part that cannot start ends the process', async () => {
  const { code, said } = await startAnother({ BOT_USERNAME: 'another_bot' }, ['--beside-others'])
  expect(code).not.toBe(0)
  expect(said).toContain('BOT_USERNAME says @another_bot')
}, 60_000)

test('a part that ends calls for the others, and the last one closes the connections', async () => {
  const ctx = createContext(readConfig({ ...world.env, LOG_LEVEL: 'silent' }), 'all')
  let calls = 0
  const parts = ['api', 'bot'].map((part) => shareContext(ctx, part, () => (calls += 1)))
  const [first, second] = parts
  if (!first || !second) throw new Error('there are two parts')
  await closeContext(first)
  expect(calls).toBe(1)
  await expect(sql`select 1`.execute(second.db)).resolves.toBeDefined()
  await closeContext(second)
  expect(calls).toBe(1)
  await expect(sql`select 1`.execute(second.db)).rejects.toThrow()
})

test('a signal ends all parts well', async () => {
  const ended = once(all.process, 'exit')
  all.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}, 30_000)
