import { join } from 'node:path'
import fastifyCors from '@fastify/cors'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#services/core/context.ts'
import { projectRoot } from '#services/core/project-root.ts'
import { inlineScripts } from './inline-scripts.ts'

/** A web client of Telegram saves a file for the mini-app by fetching it from its own page. */
const telegramWeb = 'https://web.telegram.org'

/** Telegram's web clients frame the mini-app; X-Frame-Options cannot name them and would break it. */
const telegramFrames = [telegramWeb, 'https://*.telegram.org']
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

/** Where the pages of the product may take things from. */
const sources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:', ...telegramPictures],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'object-src': ["'none'"],
}

const page = join(projectRoot, 'web/dist/index.html')

export async function registerSecurity(app: FastifyInstance, ctx: Context): Promise<void> {
  const { CORS_ORIGINS, FRAME_ANCESTORS, APP_ORIGIN } = ctx.config
  await app.register(fastifyHelmet, {
    frameguard: false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    hsts: APP_ORIGIN.startsWith('https://'),
    // Helmet would write it anew for every answer.
    contentSecurityPolicy: false,
  })
  const policy = Object.entries({
    ...sources,
    'script-src': [...sources['script-src'], ...inlineScripts(page)],
    'frame-ancestors': [...telegramFrames, ...FRAME_ANCESTORS.split(/\s+/).filter(Boolean)],
  })
  const content = policy.map(([directive, from]) => [directive, ...from].join(' ')).join(';')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'content-security-policy': content, 'permissions-policy': permissions })
    done()
  })
  const own = [APP_ORIGIN, ...CORS_ORIGINS.split(',').filter(Boolean)]
  const forCalls = { origin: own, credentials: true, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }
  const forFiles = { origin: [...own, telegramWeb], methods: ['GET'] }
  await app.register(fastifyCors, {
    delegator: (request, decide) => decide(null, request.url?.startsWith('/files/') ? forFiles : forCalls),
  })
}
