import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyCors from '@fastify/cors'
import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#services/core/context.ts'
import { projectRoot } from '#services/core/project-root.ts'

/** Origin of Telegram's web client. It downloads files with fetch from its own page, so it needs CORS access. */
const telegramWeb = 'https://web.telegram.org'

/**
 * Telegram's web clients show the mini-app in a frame. The header X-Frame-Options cannot allow named origins, so it is
 * switched off.
 */
const telegramFrames = [telegramWeb, 'https://*.telegram.org']
const telegramPictures = ['https://t.me', 'https://*.telegram.org']

/** Browser features that the mini-app never uses. */
const unusedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'payment',
  'usb',
  'browsing-topics',
]
const permissions = unusedFeatures.map((feature) => `${feature}=()`).join(', ')

/** CSP of the product's pages. */
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
    // The hook below sets the content security policy, which is computed once. Helmet would compute the policy for
    // every answer.
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
  const ownOrigins = [APP_ORIGIN, ...CORS_ORIGINS.split(',').filter(Boolean)]
  const forCalls = {
    origin: ownOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  }
  const forFiles = { origin: [...ownOrigins, telegramWeb], methods: ['GET'] }
  await app.register(fastifyCors, {
    delegator: (request, decide) => decide(null, request.url?.startsWith('/files/') ? forFiles : forCalls),
  })
}

const inline = /<script>([\s\S]*?)<\/script>/g

/** Returns the CSP hashes of the inline scripts in a built HTML page; empty if the page is not built. */
function inlineScripts(file: string): string[] {
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(inline)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
