import fastifyCors from '@fastify/cors'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#services/core/context.ts'

/** Telegram's web clients frame the mini-app; X-Frame-Options cannot name them and would break it. */
const telegramFrames = ['https://web.telegram.org', 'https://*.telegram.org']
const telegramPictures = ['https://t.me', 'https://*.telegram.org']

/** What a browser could be asked for and the mini-app never asks. */
const forgone = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'browsing-topics',
]
const permissions = forgone.map((feature) => `${feature}=()`).join(', ')

export async function registerSecurity(app: FastifyInstance, ctx: Context): Promise<void> {
  const { CORS_ORIGINS, FRAME_ANCESTORS, APP_ORIGIN } = ctx.config
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
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissions)
  })
  await app.register(fastifyCors, {
    origin: [APP_ORIGIN, ...CORS_ORIGINS.split(',').filter(Boolean)],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  })
}
