import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** Maximum time of a readiness check in ms. Supervisors expect an answer within two seconds. */
const timeoutMs = 1500

/** True if the promise is fulfilled within the time limit. False if it fails or is late. */
export async function resolvesInTime(question: Promise<unknown>): Promise<boolean> {
  const outcome = question.then(
    () => true,
    () => false,
  )
  const timeout = wait(timeoutMs, false, { ref: false })
  return Promise.race([outcome, timeout])
}

/**
 * Checks Postgres and Redis. Redis is checked with a write, because a full Redis can still be read. `room` is true if
 * Postgres has disk space, as far as recent writes tell; a test write would itself need disk space.
 */
export async function checkServers(
  ctx: Context,
): Promise<{ postgres: boolean; room: boolean; redis: boolean }> {
  const [postgres, redis] = await Promise.all([
    resolvesInTime(sql`select 1`.execute(ctx.probe)),
    resolvesInTime(ctx.redis.set('health', ctx.now().getTime(), 'PX', 60_000)),
  ])
  return { postgres, room: ctx.diskSpace.hasSpace(), redis }
}

/** Returns a function that runs an expensive check and caches the result for `everyMs`. */
export function cachedCheck(everyMs: number, attempt: () => Promise<unknown>): () => Promise<boolean> {
  let last: { at: number; outcome: Promise<boolean> } | undefined
  return () => {
    if (!last || performance.now() - last.at > everyMs)
      last = { at: performance.now(), outcome: resolvesInTime(attempt()) }
    return last.outcome
  }
}

/** Times at which this process first found that a part does not answer, in ms since 1970. */
const awaySince = new Map<string, number>()

/** Notes which parts answer the process just now. */
export function noteOutages(parts: Record<string, boolean>, now: Date): void {
  for (const [part, isUp] of Object.entries(parts)) {
    if (isUp) awaySince.delete(part)
    else if (!awaySince.has(part)) awaySince.set(part, now.getTime())
  }
}

/** Returns the milliseconds for which a part has been away; 0 if it answers. */
export function outageMs(part: string, now: Date): number {
  const start = awaySince.get(part)
  return start === undefined ? 0 : now.getTime() - start
}

/** Returns the times since which parts are away, such as `{ redis: '2026-11-22T07:05:00.000Z' }`. */
export function outagesOf(parts: Record<string, boolean>): Record<string, string> {
  const away = Object.keys(parts).flatMap((part) => {
    const start = awaySince.get(part)
    return start === undefined ? [] : [[part, new Date(start).toISOString()]]
  })
  return Object.fromEntries(away)
}
