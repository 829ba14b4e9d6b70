import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { World } from '#tests/support/world.ts'
import type { Plan } from './plan.ts'

type Health = { live: boolean; ready: boolean; redis: boolean }

/** Longest time in which a health address may still say what was true before. */
const blindness = 5000
const recovery = 20_000

/**
 * Kills the part of the plan at its moment and starts it again. @returns what its health addresses said wrongly,
 * and how long after the start of the part the API was ready again
 */
export async function strike(world: World, plan: Plan): Promise<{ lies: string[]; recovered_ms: number }> {
  await sleep(plan.kill_at_ms)
  await world.kill(plan.victim)
  const isSeen = await comesTrue(world, expectedWithout(plan.victim), blindness)
  await sleep(plan.away_ms)
  const started = Date.now()
  await world.restart(plan.victim)
  if (plan.victim === 'redis' && plan.forgets) await forgetEverything(world)
  const isBack = await comesTrue(world, { live: true, ready: true, redis: true }, recovery)
  const lies = [
    !isSeen && `the API's health did not tell that ${plan.victim} was away`,
    !isBack && `the API was not ready again after ${plan.victim} came back`,
  ].filter((lie) => lie !== false)
  return { lies, recovered_ms: Date.now() - started }
}

async function forgetEverything({ env }: World): Promise<void> {
  const redis = new Redis(env.REDIS_URL ?? '')
  await redis.flushall()
  redis.disconnect()
}

function expectedWithout(victim: Plan['victim']): Partial<Health> {
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
  const told = (ready?.ok ? await ready.json() : {}) as { redis?: boolean }
  return { live: live?.ok ?? false, ready: ready?.ok ?? false, redis: told.redis ?? false }
}
