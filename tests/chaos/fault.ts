import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { World } from '#tests/support/servers/world.ts'
import type { Plan } from './plan.ts'

export type Health = { live: boolean; ready: boolean; redis: boolean; room: boolean }

/** Longest time in milliseconds until a health endpoint must report a changed state. */
const maxStaleMs = 5000
const maxRecoveryMs = 20_000

/** A fault of a machine or a process that begins and later ends. */
export interface MachineFault {
  description: string
  begin(): Promise<void>
  end(): Promise<void>
  /** Expected answers of the API's health endpoints during the fault. */
  expectedHealth: Partial<Health>
}

/** Kills the server that the plan names, and later restarts it. */
export function killFault(world: World, { victim, redis_restarts_empty }: Plan): MachineFault {
  return {
    description: `${victim} was away`,
    begin: () => world.kill(victim),
    end: async () => {
      await world.restart(victim)
      if (victim === 'redis' && redis_restarts_empty) await flushRedis(world)
    },
    // Parts of one process go together.
    expectedHealth: expectedHealthWithout(world.pid(victim) === world.pid('api') ? 'api' : victim),
  }
}

/**
 * Starts the fault at the time that the plan names, and ends it after the planned duration.
 * @returns unexpected health answers, and the milliseconds from the end of the fault until the API was ready
 */
export async function runFault(
  world: World,
  plan: Plan,
  fault: MachineFault,
): Promise<{ healthErrors: string[]; recovered_ms: number }> {
  await sleep(plan.kill_at_ms)
  await fault.begin()
  const isReported = await waitForHealth(world, fault.expectedHealth, maxStaleMs)
  await sleep(plan.downtime_ms)
  const startedAt = Date.now()
  await fault.end()
  const isReady = await waitForHealth(world, { live: true, ready: true, redis: true }, maxRecoveryMs)
  const healthErrors = [
    !isReported && `the API's health did not tell that ${fault.description}`,
    !isReady && `the API was not ready again after ${fault.description}`,
  ].filter((error) => error !== false)
  return { healthErrors, recovered_ms: Date.now() - startedAt }
}

async function flushRedis({ env }: World): Promise<void> {
  const redis = new Redis(env.REDIS_URL ?? '')
  await redis.flushall()
  redis.disconnect()
}

export function expectedHealthWithout(serverName: Plan['victim']): Partial<Health> {
  if (serverName === 'api') return { live: false }
  if (serverName === 'postgres') return { live: true, ready: false }
  if (serverName === 'redis') return { live: true, ready: true, redis: false }
  return { live: true, ready: true, redis: true }
}

async function waitForHealth(world: World, expected: Partial<Health>, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(25)) {
    const health: Health = await readHealth(world)
    if (Object.entries(expected).every(([name, value]) => health[name as keyof Health] === value)) return true
  }
  return false
}

export async function readHealth({ api }: Pick<World, 'api'>): Promise<Health> {
  const [live, ready] = await Promise.all(
    ['live', 'ready'].map((name) =>
      fetch(`${api}/health/${name}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined),
    ),
  )
  const body = (ready?.ok ? await ready.json() : {}) as { redis?: boolean; room?: boolean }
  const { redis = false, room = false } = body
  return { live: live?.ok ?? false, ready: ready?.ok ?? false, redis, room }
}
