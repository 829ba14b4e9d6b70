import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import type { RateGroup } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'

type Count = { current: number; ttl: number }
type IncrCallback = Parameters<FastifyRateLimitStore['incr']>[1]

/**
 * Redis key of a rate-limit counter. It contains the name of the rate group, so that all routes of a group share one
 * counter.
 */
export const keyOf = (group: RateGroup, subject: string) => `${group}-${subject}`

/** Adds one to a counter; returns its value and its remaining lifetime in milliseconds. */
const addOne = `
  local current = redis.call('INCR', KEYS[1])
  if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  return {current, redis.call('PTTL', KEYS[1])}`

/**
 * Rate-limit counters that all processes share through Redis. During an outage of Redis each process keeps counting on
 * its own, so that limits stay in force.
 */
export function openCounters({ redis }: Context): FastifyRateLimitStoreCtor {
  const localCounts = new LRUCache<string, number>({ max: 10_000 })

  /** A lifetime of 0 means no expiry in the LRU cache, so the shortest lifetime is 1 ms. */
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
