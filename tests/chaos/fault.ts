import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { World } from '#tests/support/servers/world.ts'
import type { Plan } from './plan.ts'

export type Health = { live: boolean; ready: boolean; redis: boolean; room: boolean }

/** Longest time in milliseconds that a health endpoint may still report the previous state. */
const blindness = 5000
const recovery = 20_000

/** A fault that begins, and later ends. */
export interface Blow {
  what: string
  begin(): Promise<void>
  end(): Promise<void>
  /** The expected answers of the API's health endpoints during the fault. */
  seen: Partial<Health>
}

/** Kills the plan's victim and restarts it. */
export function killing(world: World, { victim, forgets }: Plan): Blow {
  return {
    what: `${victim} was away`,
    begin: () => world.kill(victim),
    end: async () => {
      await world.restart(victim)
      if (victim === 'redis' && forgets) await forgetEverything(world)
    },
    seen: expectedWithout(victim),
  }
}

/**
 * Causes the fault at the plan's moment, for the plan's duration.
 * @returns wrong health answers, and the time from the fault's end until the API was ready
 */
export async function strike(
  world: World,
  plan: Plan,
  blow: Blow,
): Promise<{ lies: string[]; recovered_ms: number }> {
  await sleep(plan.kill_at_ms)
  await blow.begin()
  const isSeen = await comesTrue(world, blow.seen, blindness)
  await sleep(plan.away_ms)
  const started = Date.now()
  await blow.end()
  const isBack = await comesTrue(world, { live: true, ready: true, redis: true }, recovery)
  const lies = [
    !isSeen && `the API's health did not tell that ${blow.what}`,
    !isBack && `the API was not ready again after ${blow.what}`,
  ].filter((lie) => lie !== false)
  return { lies, recovered_ms: Date.now() - started }
}

async function forgetEverything({ env }: World): Promise<void> {
  const redis = new Redis(env.REDIS_URL ?? '')
  await redis.flushall()
  redis.disconnect()
}

export function expectedWithout(victim: Plan['victim']): Partial<Health> {
  if (victim === 'api') return { live: false }
  if (victim === 'postgres') return { live: true, ready: false }
  if (victim === 'redis') return { live: true, ready: true, redis: false }
  return { live: true, ready: true, redis: true }
}

async function comesTrue(world: World, expected: Partial<Health>, patience: number): Promise<boolean> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(25)) {
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
  const told = (ready?.ok ? await ready.json() : {}) as { redis?: boolean; room?: boolean }
  const { redis = false, room = false } = told
  return { live: live?.ok ?? false, ready: ready?.ok ?? false, redis, room }
}
