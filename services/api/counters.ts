import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Context } from '#services/core/context.ts'

type Count = { current: number; ttl: number }
type Told = Parameters<FastifyRateLimitStore['incr']>[1]

/** Adds one and says how many there were since the first, and how long the first is still remembered. */
const addOne = `
  local current = redis.call('INCR', KEYS[1])
  if current == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

const remembered = 10_000

/**
 * Counters that all processes of the API share in Redis. While it is away each process counts alone: nobody is
 * refused for that, and nobody is let through without bounds.
 */
export function openCounters(ctx: Context): FastifyRateLimitStoreCtor {
  const own = new Map<string, { current: number; until: number }>()

  function countAlone(key: string, ms: number): Count {
    const now = Date.now()
    const known = own.get(key)
    if (known && known.until > now) return { current: ++known.current, ttl: known.until - now }
    if (own.size >= remembered) own.clear()
    own.set(key, { current: 1, until: now + ms })
    return { current: 1, ttl: ms }
  }

  async function count(key: string, ms: number): Promise<Count> {
    if (ctx.redis.status !== 'ready') return countAlone(key, ms)
    try {
      const [current, ttl] = (await ctx.redis.eval(addOne, 1, `rate-${key}`, ms)) as [number, number]
      return { current, ttl }
    } catch {
      return countAlone(key, ms)
    }
  }

  return class Counters implements FastifyRateLimitStore {
    incr(key: string, told: Told, ms = 60_000): void {
      count(key, ms).then(
        (counted) => told(null, counted),
        (error: Error) => told(error),
      )
    }
    /** Keys name their group, so that routes of a group share its counters. */
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
