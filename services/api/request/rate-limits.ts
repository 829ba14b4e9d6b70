import fastifyRateLimit, { normalizeIP, type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { type RateGroup, rates } from '#contract/rates.ts'
import type { Context } from '#services/core/context.ts'
import { countRefused } from '#services/operations/metrics.ts'
import { keyOf, openCounters } from './rate-counters.ts'

/**
 * Returns the key part that names the counted caller: a person or an IP address. An IPv6 network counts as one address.
 */
function subjectOf(group: RateGroup, { viewer, ip }: FastifyRequest): string {
  return rates[group].of === 'person' && viewer ? `user-${viewer.id}` : `ip-${normalizeIP(ip)}`
}

function optionsOf(ctx: Context, group: RateGroup): RateLimitOptions {
  const { calls, ms } = rates[group]
  return {
    max: Math.max(1, Math.round(calls * ctx.config.RATE_LIMIT_SCALE)),
    timeWindow: ms,
    // A request with an invalid session is not counted in the rate group of its route. It is counted in the group for
    // clients without a session.
    allowList: (request) => request.refusal !== null,
    keyGenerator: (request) => keyOf(group, subjectOf(group, request)),
    errorResponseBuilder: (_request, { ttl }) => refusal(group, ttl),
  }
}

/**
 * Registers the rate limiter. A route is limited if its config comes from `limited`; the limits are in
 * contract/rates.ts.
 */
export async function registerRateLimits(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    // Requests are counted before their body is read and after authentication, so that people behind one address do not
    // share a limit.
    hook: 'onRequest',
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
    /**
     * Counts a request without a valid session by its address.
     * @throws too_many_requests
     */
    countStranger(request: FastifyRequest): Promise<void>
  }
}

/** Returns the route config that counts the calls of a route in a rate group. */
export function limited(ctx: Context, group: RateGroup) {
  return { rateLimit: optionsOf(ctx, group) }
}

function refusal(group: RateGroup, ttl: number): AppError {
  countRefused(group)
  return new AppError('too_many_requests', { retry_after: Math.ceil(ttl / 1000) })
}
