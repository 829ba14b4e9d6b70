import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import fastifyRateLimit, { normalizeIP, type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { type RateGroup, rates } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'
import { countRefused } from '#services/operations/metrics.ts'

/** Whom a request is counted for: a person, or an address; a network of IPv6 is one address. */
function keyOf(group: RateGroup, request: FastifyRequest): string {
  const { viewer, ip } = request
  const who = rates[group].of === 'person' && viewer ? `user-${viewer.id}` : `ip-${normalizeIP(ip)}`
  return `${group}-${who}`
}

function optionsOf(ctx: Context, group: RateGroup): RateLimitOptions {
  const { calls, ms } = rates[group]
  return {
    max: Math.max(1, Math.round(calls * ctx.config.RATE_LIMIT_SCALE)),
    timeWindow: ms,
    keyGenerator: (request) => keyOf(group, request),
    errorResponseBuilder: (_request, { ttl }) => refusal(group, ttl),
  }
}

/** Counts requests; a route takes part by `limited`. The limits stand in contract/rates.ts. */
export async function registerRateLimits(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    // Asked after authentication, so that people behind one address do not share a limit.
    hook: 'preHandler',
    store: openCounters(ctx),
  })
  const count = app.createRateLimit(optionsOf(ctx, 'strangers'))
  app.decorate('countStranger', async (request: FastifyRequest) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw refusal('strangers', counted.ttl)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request without a valid session for its address. @throws too_many_requests */
    countStranger(request: FastifyRequest): Promise<void>
  }
}

/** Config of a route whose calls are counted in a group. */
export function limited(ctx: Context, group: RateGroup) {
  return { rateLimit: optionsOf(ctx, group) }
}

function refusal(group: RateGroup, ttl: number): AppError {
  countRefused(group)
  return new AppError('too_many_requests', { retry_after: Math.ceil(ttl / 1000) })
}

type Count = { current: number; ttl: number }
type Told = Parameters<FastifyRateLimitStore['incr']>[1]

/** Adds one to each and says how many there were since the first, and how long the first is still remembered. */
const addOneEach = `
  local counted = {}
  for n, key in ipairs(KEYS) do
    local current = redis.call('INCR', key)
    if current == 1 then redis.call('PEXPIRE', key, ARGV[n]) end
    counted[n] = {current, redis.call('PTTL', key)}
  end
  return counted`
/** So many are counted by one script at most. */
const together = 100

type Batch = { keys: string[]; lives: number[]; counted: Promise<[current: number, ttl: number][]> }

/** Requests of one moment are counted by one question to Redis. */
function openBatches({ redis }: Context): (key: string, ms: number) => Promise<Count> {
  let open: Batch | undefined
  function begin(): Batch {
    const [keys, lives]: [string[], number[]] = [[], []]
    const counted = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open?.keys === keys) open = undefined
      return redis.eval(addOneEach, keys.length, ...keys, ...lives) as Promise<[number, number][]>
    })
    return { keys, lives, counted }
  }
  return async (key, ms) => {
    if (!open || open.keys.length === together) open = begin()
    const { keys, lives, counted } = open
    const place = keys.push(key) - 1
    lives.push(ms)
    const [current, ttl] = (await counted)[place] as [number, number]
    return { current, ttl }
  }
}

const remembered = 10_000

/**
 * Counters that all processes of the API share in Redis. While it is away each process counts alone: nobody is
 * refused for that, and nobody is let through without bounds.
 */
export function openCounters(ctx: Context): FastifyRateLimitStoreCtor {
  const own = new Map<string, { current: number; until: number }>()
  const countTogether = openBatches(ctx)

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
      return await countTogether(`rate-${key}`, ms)
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
