import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { type RateGroup, rates, roughMs } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'

type Count = { current: number; ttl: number }
type IncrCallback = Parameters<FastifyRateLimitStore['incr']>[1]

/** Keys contain the group's name, so that routes of a group share their counters. */
export const keyOf = (group: RateGroup, who: string) => `${group}-${who}`

function isRough(key: string): boolean {
  const rate = rates[key.slice(0, key.indexOf('-')) as RateGroup]
  return 'isRough' in rate && rate.isRough
}

/** Adds to each counter; returns its value and its remaining lifetime in milliseconds. */
const addToEach = `
  local counted = {}
  for n, key in ipairs(KEYS) do
    local more = tonumber(ARGV[2 * n])
    local current = redis.call('INCRBY', key, more)
    if current == more then redis.call('PEXPIRE', key, ARGV[2 * n - 1]) end
    counted[n] = {current, redis.call('PTTL', key)}
  end
  return counted`
/** Maximum counters per script call. */
const maxBatch = 100

type Batch = { keys: string[]; added: number[]; counted: Promise<[current: number, ttl: number][]> }

/** Sends counts of the same event-loop turn to Redis in one script. */
function openBatches({ redis }: Context): (key: string, ms: number, more: number) => Promise<Count> {
  let open: Batch | undefined
  function begin(): Batch {
    const [keys, added]: [string[], number[]] = [[], []]
    const counted = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open?.keys === keys) open = undefined
      return redis.eval(addToEach, keys.length, ...keys, ...added) as Promise<[number, number][]>
    })
    return { keys, added, counted }
  }
  return async (key, ms, more) => {
    if (!open || open.keys.length === maxBatch) open = begin()
    const { keys, added, counted } = open
    const place = keys.push(key) - 1
    added.push(ms, more)
    const [current, ttl] = (await counted)[place] as [number, number]
    return { current, ttl }
  }
}

/** `untold`: part of `current` that Redis has not counted yet. */
type LocalCount = { current: number; unsent: number; until: number }
const maxLocal = 10_000

/**
 * Rate-limit counters shared through Redis by all processes. Without Redis each process counts alone, so
 * nobody is refused for the outage and nobody is unlimited.
 */
export function openCounters(ctx: Context): FastifyRateLimitStoreCtor {
  const own = new Map<string, LocalCount>()
  const countInRedis = openBatches(ctx)
  const pending = new Map<string, number>()

  function localCount(key: string, ms: number): LocalCount {
    const known = own.get(key)
    if (known && known.until > Date.now()) return known
    if (own.size >= maxLocal) {
      flush()
      own.clear()
    }
    const begun = { current: 0, unsent: 0, until: Date.now() + ms }
    own.set(key, begun)
    return begun
  }

  function countLocally(one: LocalCount): Count {
    one.current += 1
    return { current: one.current, ttl: one.until - Date.now() }
  }

  async function count(key: string, ms: number, max: number): Promise<Count> {
    const one = localCount(key, ms)
    if (ctx.redis.status !== 'ready') return countLocally(one)
    // Counts locally far below the limit. The first request has already fetched the other processes' count.
    if (one.current > 0 && one.current < max / 2 && isRough(key)) {
      one.unsent += 1
      if (pending.size === 0) setTimeout(flush, roughMs).unref()
      pending.set(key, ms)
      return countLocally(one)
    }
    return send(key, ms, 1).catch(() => countLocally(one))
  }

  /** Adds `more` and all locally counted requests to Redis. */
  async function send(key: string, ms: number, more: number): Promise<Count> {
    pending.delete(key)
    const one = localCount(key, ms)
    const { unsent } = one
    one.unsent = 0
    try {
      const { current, ttl } = await countInRedis(`rate-${key}`, ms, more + unsent)
      one.current = current + one.unsent
      one.until = Date.now() + ttl
      return { current, ttl }
    } catch (error) {
      one.unsent += unsent
      throw error
    }
  }

  function flush(): void {
    for (const [key, ms] of [...pending]) send(key, ms, 0).catch(() => {})
  }

  return class Counters implements FastifyRateLimitStore {
    incr(key: string, callback: IncrCallback, ms = 60_000, max = 0): void {
      count(key, ms, max).then(
        (counted) => callback(null, counted),
        (error: Error) => callback(error),
      )
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
