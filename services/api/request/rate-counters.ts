import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { RateGroup } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'

type Count = { current: number; ttl: number }
type IncrCallback = Parameters<FastifyRateLimitStore['incr']>[1]

/** Keys contain the group's name, so that routes of a group share their counters. */
export const keyOf = (group: RateGroup, subject: string) => `${group}-${subject}`

/** Adds one to a counter; returns its value and its remaining lifetime in milliseconds. */
const addOne = `
  local current = redis.call('INCR', KEYS[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/**
 * Rate-limit counters shared through Redis by all processes. Without Redis each process counts on alone, so
 * nobody is refused for the outage and nobody is unlimited.
 */
export function openCounters({ redis }: Context): FastifyRateLimitStoreCtor {
  const localCounts = new LRUCache<string, number>({ max: 10_000 })

  /** The cache reads a lifetime of 0 as none. */
  function remember(key: string, current: number, ttl: number): Count {
    localCounts.set(key, current, { ttl: Math.max(1, ttl) })
    return { current, ttl }
  }

  function countAlone(key: string, ms: number): Count {
    const current = (localCounts.get(key) ?? 0) + 1
    return remember(key, current, current > 1 ? localCounts.getRemainingTTL(key) : ms)
  }

  async function count(key: string, ms: number): Promise<Count> {
    if (redis.status !== 'ready') return countAlone(key, ms)
    try {
      const [current, ttl] = (await redis.eval(addOne, 1, `rate-${key}`, ms)) as [number, number]
      return remember(key, current, ttl)
    } catch {
      return countAlone(key, ms)
    }
  }

  return class Counters implements FastifyRateLimitStore {
    incr(key: string, callback: IncrCallback, ms = 60_000): void {
      count(key, ms).then(
        (counted) => callback(null, counted),
        (error: Error) => callback(error),
      )
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
