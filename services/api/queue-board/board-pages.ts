import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import { Queue } from 'bullmq'
import { type FastifyInstance, fastify } from 'fastify'
import { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import { events } from '#services/core/records/events.ts'
import { reconnectOptions } from '#services/core/servers/redis.ts'

/** Content security policy of the queue board. Only the board may use inline styles. */
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

/** Opens the queue board as a Fastify instance that listens on no port. The API forwards permitted requests to it. */
export async function openQueuePages(ctx: Context, path: string): Promise<FastifyInstance> {
  const app = fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } })
  const board = new FastifyAdapter()
  board.setBasePath(path)
  createBullBoard({ queues: openQueues(app, ctx), serverAdapter: board })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', policy).header('cache-control', 'no-store')
  })
  await app.register(board.registerPlugin(), { prefix: path })
  await app.ready()
  return app
}

/** Opens the queues over a Redis connection of its own, because BullMQ refuses a connection with a key prefix. */
function openQueues(app: FastifyInstance, ctx: Context): BullMQAdapter[] {
  const connection = new Redis(ctx.config.REDIS_URL, {
    ...reconnectOptions,
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
