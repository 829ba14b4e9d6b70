import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import fastifyCookie from '@fastify/cookie'
import { Queue } from 'bullmq'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Redis } from 'ioredis'
import { AppError } from '#contract/errors.ts'
import type { Context } from '#services/core/context.ts'
import { events } from '#services/core/events.ts'
import { persistent } from '#services/core/redis.ts'
import { enterBoard, isBoardOpen } from '#services/operations/board-access.ts'
import { sendProblem } from './problems.ts'

const path = '/admin/queues'
const cookie = 'queues'

/** The board draws itself with styles in the page; nothing else of the product may. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

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
  const board = new FastifyAdapter()
  board.setBasePath(path)
  createBullBoard({ queues: openQueues(app, ctx), serverAdapter: board })
  const pages: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', (request, reply) => admit(ctx, request, reply))
    await scope.register(board.registerPlugin(), { prefix: path })
  }
  const whole: FastifyPluginAsync = async (scope) => {
    await scope.register(fastifyCookie)
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-store')
    })
    scope.get(`${path}/enter`, async (request, reply) => {
      const { ticket = '' } = request.query as { ticket?: string }
      const session = await enterBoard(ctx, String(ticket))
      if (!session) throw new AppError('not_found')
      const secure = ctx.config.APP_ORIGIN.startsWith('https://')
      reply.setCookie(cookie, session, { path, httpOnly: true, sameSite: 'strict', secure })
      return reply.type('text/html; charset=utf-8').send(entrance)
    })
    await scope.register(pages)
  }
  await app.register(whole)
}

/** Everybody else gets the usual not_found, so the board's own error pages are never seen. */
async function admit(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = request.cookies[cookie]
  if (session && (await isBoardOpen(ctx, session).catch(() => false))) return
  await sendProblem(new AppError('not_found'), request, reply)
}

/** Read over a connection of their own, opened when somebody looks; BullMQ refuses key prefixes. */
function openQueues(app: FastifyInstance, ctx: Context): BullMQAdapter[] {
  const connection = new Redis(ctx.config.REDIS_URL, {
    ...persistent,
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
  })
  connection.on('error', (error: Error) => ctx.log.debug({ reason: error.message }, 'redis is away'))
  const names = new Set(Object.values(events).flatMap(({ consumers }): string[] => [...consumers]))
  const options = { connection, prefix: `${ctx.config.REDIS_PREFIX}:queue`, skipMetasUpdate: true }
  const queues = [...names].map((name) => new Queue(name, options))
  for (const queue of queues) queue.on('error', () => undefined)
  app.addHook('onClose', async () => connection.disconnect())
  return queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true }))
}
