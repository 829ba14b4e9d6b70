import fastifyCors from '@fastify/cors'
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#services/context.ts'

/** Telegram's web clients frame the mini-app; X-Frame-Options cannot name them and would break it. */
const telegramFrames = ['https://web.telegram.org', 'https://*.telegram.org']
const telegramPictures = ['https://t.me', 'https://*.telegram.org']

export async function registerSecurity(app: FastifyInstance, ctx: Context): Promise<void> {
  const { CORS_ORIGINS, FRAME_ANCESTORS, APP_ORIGIN, RATE_LIMIT_PER_MINUTE } = ctx.config
  await app.register(fastifyHelmet, {
    frameguard: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: APP_ORIGIN.startsWith('https://'),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...telegramPictures],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: [...telegramFrames, ...FRAME_ANCESTORS.split(/\s+/).filter(Boolean)],
      },
    },
  })
  await app.register(fastifyCors, {
    origin: [APP_ORIGIN, ...CORS_ORIGINS.split(',').filter(Boolean)],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  })
  await app.register(fastifyRateLimit, {
    // Asked after authentication, so that people behind one address do not share a limit.
    hook: 'preHandler',
    max: RATE_LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    redis: ctx.redis,
    nameSpace: 'rate-',
    // A Redis that is away limits nobody: a paying client must get through.
    skipOnError: true,
    keyGenerator: (request) => (request.viewer ? `user-${request.viewer.id}` : `ip-${request.ip}`),
    allowList: (request) => request.url.startsWith('/pay/robokassa/') || request.url.startsWith('/health/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retry_after: Math.ceil(ttl / 1000) }),
  })
}
