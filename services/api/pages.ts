import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'

const dist = join(import.meta.dirname, '../../web/dist')
/** Addresses that belong to calls and files; a page never lives there. */
const notPages = /^\/(api|auth|pay|favorites|files|health|assets)(\/|$)/

function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? ''
  return (
    request.method === 'GET' && !notPages.test(path) && (request.headers.accept ?? '').includes('text/html')
  )
}

/** Serves the built mini-app: hashed assets for ever, the page for every other address. */
export async function registerPages(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(dist, 'index.html'))
  await app.register(fastifyStatic, {
    root: dist,
    serve: built,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  if (built) app.get('/', async (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler(async (request, reply) => {
    if (!wantsPage(request)) throw new AppError('not_found')
    if (!built) throw new AppError('unavailable', { reason: 'run npm run build' })
    return reply.sendFile('index.html')
  })
}
