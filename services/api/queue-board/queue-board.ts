import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { sendProblem } from '#services/api/request/problems.ts'
import type { Context } from '#services/core/context.ts'
import { enterBoard, isBoardOpen } from '#services/operations/queue-board-access.ts'

const path = '/admin/queues'
const cookie = 'queues'

/**
 * HTML page that opens the queue board after the ticket is accepted. It uses a meta refresh, because after an HTTP
 * redirect the browser would treat the request as cross-site and not send the strict cookie.
 */
const entrancePage = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${path}"><a href="${path}">Queues</a>`

/**
 * Registers the read-only board of the queues in Redis, for administrators. A ticket from POST /api/admin/queues_ticket
 * gives a cookie that is valid for the board only. The board shows jobs in Redis; the tasks themselves are in Postgres.
 */
export async function registerQueueBoard(app: FastifyInstance, ctx: Context): Promise<void> {
  // The board is loaded on first use, because its libraries take a tenth of a process's initial memory.
  let board: Promise<FastifyInstance> | undefined
  const forwardToBoard = async (request: FastifyRequest, reply: FastifyReply) => {
    board ??= import('./board-pages.ts').then(({ openQueuePages }) => openQueuePages(ctx, path))
    const { routing } = await board
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '')
    reply.hijack()
    routing(request.raw, reply.raw)
  }
  app.addHook('onClose', async () => (await board)?.close())
  const plugin: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyCookie)
    scope.get(`${path}/enter`, async (request, reply) => {
      const { ticket = '' } = request.query as { ticket?: string }
      const session = await enterBoard(ctx, String(ticket))
      if (!session) throw new AppError('not_found')
      const secure = ctx.config.APP_ORIGIN.startsWith('https://')
      reply.setCookie(cookie, session, { path, httpOnly: true, sameSite: 'strict', secure })
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(entrancePage)
    })
    for (const url of [path, `${path}/*`])
      scope.get(
        url,
        { onRequest: (request, reply) => requireBoardSession(ctx, request, reply) },
        forwardToBoard,
      )
  }
  await app.register(plugin)
}

/**
 * Lets only requests with a board session pass. All others get the usual not_found, so the board's own error pages are
 * never shown.
 */
async function requireBoardSession(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = request.cookies[cookie]
  if (session && (await isBoardOpen(ctx, session).catch(() => false))) return
  await sendProblem(new AppError('not_found'), request, reply)
}
