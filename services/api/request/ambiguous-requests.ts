import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

/** Requests that two servers could read in two ways, or that nobody here reads, are refused instead of being guessed at. */
export function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Node keeps the first of several, a proxy in front may have gone by the last.
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

/** The methods of an address, which may have none. */
export type MethodsOf = (path: string) => string[]

/** Learns every route that is registered from now on; those that stand for whatever address is left are no answer. */
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
