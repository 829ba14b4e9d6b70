import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { sendProblem } from '#services/api/request/problems.ts'
import type { Context } from '#services/core/context.ts'
import { enterBoard, isBoardOpen } from '#services/operations/queue-board-access.ts'

const path = '/admin/queues'
const cookie = 'queues'

/**
 * The page that takes a ticket goes on by a meta refresh: a redirect would count as cross-site and carry no strict
 * cookie.
 */
const entrance = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><a href="${path}">Queues</a>`

/**
 * What lies in Redis, for administrators to look at: tasks themselves live in Postgres, so nothing can be changed here.
 * Whoever has a ticket (POST /api/admin/queues_ticket) gets a cookie that is good for these pages alone.
 */
export async function registerQueueBoard(app: FastifyInstance, ctx: Context): Promise<void> {
  // Loaded when somebody looks: what draws it takes a tenth of the memory that a process starts with.
  let board: Promise<FastifyInstance> | undefined
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    board ??= import('./board-pages.ts').then(({ openQueuePages }) => openQueuePages(ctx, path))
    const { routing } = await board
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '')
    reply.hijack()
    routing(request.raw, reply.raw)
  }
  app.addHook('onClose', async () => (await board)?.close())
  const whole: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyCookie)
    scope.get(`${path}/enter`, async (request, reply) => {
      const { ticket = '' } = request.query as { ticket?: string }
      const session = await enterBoard(ctx, String(ticket))
      if (!session) throw new AppError('not_found')
      const secure = ctx.config.APP_ORIGIN.startsWith('https://')
      reply.setCookie(cookie, session, { path, httpOnly: true, sameSite: 'strict', secure })
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(entrance)
    })
    for (const url of [path, `${path}/*`])
      scope.get(url, { onRequest: (request, reply) => admit(ctx, request, reply) }, show)
  }
  await app.register(whole)
}

/** Everybody else gets the usual not_found, so the board's own error pages are never seen. */
async function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = request.cookies[cookie]
  if (session && (await isBoardOpen(ctx, session).catch(() => false))) return
  await sendProblem(new AppError('not_found'), request, reply)
}
