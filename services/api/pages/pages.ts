import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { MethodsOf } from '#services/api/request/ambiguous-requests.ts'
import { requestLanguage } from '#services/api/request/problems.ts'
import { limited } from '#services/api/request/rate-limits.ts'
import type { Context } from '#services/core/context.ts'
import { projectRoot } from '#services/core/project-root.ts'
import { openFirstHtml } from './first-html.ts'

const dist = join(projectRoot, 'web/dist')
/** Pattern of the paths that never serve the mini-app's page: API calls and files. */
const notPages = /^\/(api|auth|pay|favorites|files|health|assets)(\/|$)/

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? ''

function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  return (
    request.method === 'GET' && !notPages.test(path) && (request.headers.accept ?? '').includes('text/html')
  )
}

/** Serves the built mini-app. Browsers cache its hashed assets for ever; every other address gets the HTML page. */
export async function registerPages(app: FastifyInstance, ctx: Context, methodsOf: MethodsOf): Promise<void> {
  const built = existsSync(join(dist, 'index.html'))
  const firstHtml = built ? await openFirstHtml(ctx, dist) : null
  const link = built ? earlyLinks(readFileSync(join(dist, 'index.html'), 'utf8')) : ''
  await app.register(fastifyStatic, {
    root: dist,
    serve: built,
    preCompressed: true,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!firstHtml) throw new AppError('unavailable', { reason: 'run npm run build' })
    const { text, brotli } = await firstHtml(request.url, requestLanguage(request))
    const isPacked = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Language, Accept-Encoding')
      .header('link', link)
    return isPacked ? reply.header('content-encoding', 'br').send(brotli) : reply.send(text)
  }
  const { rateLimit } = limited(ctx, 'pages')
  app.get('/', { config: { rateLimit } }, sendPage)
  const limit = app.rateLimit(rateLimit)
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) await limit.call(app, request, reply)
  })
  // The rate-limit hook above does not run for missing files. This handler counts requests for missing files, so every
  // request is counted exactly once.
  app.setNotFoundHandler({ preHandler: limit }, async (request, reply) => {
    if (wantsPage(request)) return sendPage(request, reply)
    const methods = methodsOf(pathOf(request))
    if (methods.length === 0) throw new AppError('not_found')
    reply.header('allow', methods.join(', '))
    throw new AppError('method_not_allowed', { allowed: methods })
  })
}

const blocking = /<script src="([^"]+)"|<link rel="stylesheet"( crossorigin)? href="([^"]+)"/g

/**
 * Returns the `link` header that preloads the scripts and styles of a page's first paint.
 * @param html built page
 */
function earlyLinks(html: string): string {
  return [...html.matchAll(blocking)]
    .map(([, script, crossorigin, sheet]) =>
      script
        ? `<${script}>; rel=preload; as=script`
        : `<${sheet}>; rel=preload; as=style${crossorigin ? '; crossorigin' : ''}`,
    )
    .join(', ')
}
