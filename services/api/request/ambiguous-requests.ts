import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

/**
 * Refuses requests that a proxy and this server could parse differently. Also refuses compressed bodies, which no call
 * accepts.
 */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // If a request has several Host headers, Node keeps the first one, while a proxy may have used the last one.
    if (hostsOf(request) > 1) {
      reply.header('connection', 'close')
      return done(new AppError('malformed'))
    }
    const { 'content-encoding': encoding = '' } = request.headers
    if (['', 'identity'].includes(encoding.trim().toLowerCase())) return done()
    reply.header('accept-encoding', 'identity')
    done(new AppError('encoded_body'))
  })
}

function hostsOf({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host').length
}

/** Returns the HTTP methods registered for a path; empty for an unknown path. */
export type MethodsOf = (path: string) => string[]

/** Collects the HTTP methods of all routes that are registered from now on, except wildcard routes. */
export function watchRoutes(app: FastifyInstance): MethodsOf {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = url.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/:\w+/g, '[^/]+')
    routes.push({ pattern: new RegExp(`^${pattern}/?$`), methods: [method].flat() })
  })
  return (path) => [
    ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
  ]
}
