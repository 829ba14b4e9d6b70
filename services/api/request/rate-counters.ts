import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { type RateGroup, rates, roughMs } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'

type Count = { current: number; ttl: number }
type Told = Parameters<FastifyRateLimitStore['incr']>[1]

/** Keys name their group, so that routes of a group share its counters. */
export const keyOf = (group: RateGroup, who: string) => `${group}-${who}`

function isRough(key: string): boolean {
  const rate = rates[key.slice(0, key.indexOf('-')) as RateGroup]
  return 'isRough' in rate && rate.isRough
}

/** Adds to each and says how many there were since the first, and how long the first is still remembered. */
const addToEach = `
  local counted = {}
  for n, key in ipairs(KEYS) do
    local more = tonumber(ARGV[2 * n])
    local current = redis.call('INCRBY', key, more)
    if current == more then redis.call('PEXPIRE', key, ARGV[2 * n - 1]) end
    counted[n] = {current, redis.call('PTTL', key)}
  end
  return counted`
/** So many are counted by one script at most. */
const together = 100

type Batch = { keys: string[]; added: number[]; counted: Promise<[current: number, ttl: number][]> }

/** Requests of one moment are counted by one question to Redis. */
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
    if (!open || open.keys.length === together) open = begin()
    const { keys, added, counted } = open
    const place = keys.push(key) - 1
    added.push(ms, more)
    const [current, ttl] = (await counted)[place] as [number, number]
    return { current, ttl }
  }
}

/** `untold`: those among `current` of which Redis has not heard. */
type Own = { current: number; untold: number; until: number }
const remembered = 10_000

/**
 * Counters that all processes of the API share in Redis. While it is away each process counts alone: nobody is
 * refused for that, and nobody is let through without bounds.
 */
export function openCounters(ctx: Context): FastifyRateLimitStoreCtor {
  const own = new Map<string, Own>()
  const countTogether = openBatches(ctx)
  const unheard = new Map<string, number>()

  function ownOf(key: string, ms: number): Own {
    const known = own.get(key)
    if (known && known.until > Date.now()) return known
    if (own.size >= remembered) {
      tell()
      own.clear()
    }
    const begun = { current: 0, untold: 0, until: Date.now() + ms }
    own.set(key, begun)
    return begun
  }

  function countAlone(one: Own): Count {
    one.current += 1
    return { current: one.current, ttl: one.until - Date.now() }
  }

  async function count(key: string, ms: number, max: number): Promise<Count> {
    const one = ownOf(key, ms)
    if (ctx.redis.status !== 'ready') return countAlone(one)
    // What other processes counted is known from the first question on.
    if (one.current > 0 && one.current < max / 2 && isRough(key)) {
      one.untold += 1
      if (unheard.size === 0) setTimeout(tell, roughMs).unref()
      unheard.set(key, ms)
      return countAlone(one)
    }
    return ask(key, ms, 1).catch(() => countAlone(one))
  }

  /** Tells what was not told yet, and `more`. */
  async function ask(key: string, ms: number, more: number): Promise<Count> {
    unheard.delete(key)
    const one = ownOf(key, ms)
    const { untold } = one
    one.untold = 0
    try {
      const { current, ttl } = await countTogether(`rate-${key}`, ms, more + untold)
      one.current = current + one.untold
      one.until = Date.now() + ttl
      return { current, ttl }
    } catch (error) {
      one.untold += untold
      throw error
    }
  }

  function tell(): void {
    for (const [key, ms] of [...unheard]) ask(key, ms, 0).catch(() => {})
  }

  return class Counters implements FastifyRateLimitStore {
    incr(key: string, told: Told, ms = 60_000, max = 0): void {
      count(key, ms, max).then(
        (counted) => told(null, counted),
        (error: Error) => told(error),
      )
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
