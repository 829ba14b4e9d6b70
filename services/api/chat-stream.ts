import { setTimeout as wait } from 'node:timers/promises'
import { fastifySSE } from '@fastify/sse'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chatCalls } from '#contract/calls/chat.ts'
import { AppError } from '#contract/errors.ts'
import { type Live, openLive } from '#services/chat/live.ts'
import { notePresence } from '#services/chat/presence.ts'
import { isMember } from '#services/chat/queries.ts'
import { type ChatEvent, readRoomEvents } from '#services/chat/room-events.ts'
import type { Context } from '#services/core/context.ts'
import { linkFor } from '#services/core/file-urls.ts'
import type { Ticket } from '#services/core/request-context.ts'
import { countStream } from '#services/operations/metrics.ts'
import { readTicket } from './chat-ticket.ts'
import { limited } from './rate-limits.ts'
import { findViewer, type SessionCache } from './session.ts'

const heartbeatMs = 25_000
/** Streams of one person in one process; the oldest gives way to a new one. */
const streamsEach = 8

/** The live stream of a room: what was missed, then whatever happens, until the client or the session goes. */
export async function registerChatStream(
  app: FastifyInstance,
  ctx: Context,
  sessions: SessionCache,
): Promise<void> {
  const live = openLive(ctx)
  const streams = new Map<number, Set<FastifyReply>>()
  app.addHook('onClose', async () => live.close())
  // Their clients come back with a new ticket, to a process that stays.
  app.addHook('preClose', async () => {
    for (const own of [...streams.values()]) for (const reply of [...own]) reply.sse.close()
  })
  await app.register(fastifySSE, { heartbeatInterval: heartbeatMs })

  function admit(user_id: number, reply: FastifyReply): void {
    const own = streams.get(user_id) ?? new Set()
    streams.set(user_id, own.add(reply))
    countStream(1)
    reply.sse.onClose(() => {
      countStream(-1)
      own.delete(reply)
      if (own.size === 0) streams.delete(user_id)
    })
    const [oldest] = own
    if (own.size > streamsEach) oldest?.sse.close()
  }

  app.get('/chat/stream', {
    sse: 'only',
    config: { call: 'GET /chat/stream', ...limited(ctx, 'reads') },
    handler: async (request, reply) => {
      const ticket = await readTicket(ctx, request)
      const { after } = chatCalls['GET /chat/stream'].query.parse(request.query)
      request.viewer = await findViewer(sessions, ticket)
      if (!(await isMember(ctx.db, ticket.room_id, ticket.user_id))) throw new AppError('not_found')
      const seen = Number(reply.sse.lastEventId ?? after)
      admit(ticket.user_id, reply)
      reply.sse.keepAlive()
      shedHeaders(reply)
      reply.sse.sendHeaders()
      // At once: in a quiet room the client would else wait for the headers until the first message.
      reply.raw.flushHeaders()
      void follow(ctx, live, sessions, {
        ticket,
        reply,
        after: Number.isSafeInteger(seen) ? seen : undefined,
      })
    },
  })
}

/** What a stream of events is kept for; policies are for pages, and each header of an open answer stays in memory. */
const needed = /^(access-control-.*|vary|cache-control|connection|x-content-type-options)$/

function shedHeaders(reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) {
    if (needed.test(name)) continue
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}

type Stream = { ticket: Ticket; reply: FastifyReply; after: number | undefined }

/** Sends a client the events of its room until the client or the session is gone. Never throws. */
async function follow(ctx: Context, live: Live, sessions: SessionCache, stream: Stream): Promise<void> {
  const { ticket, reply, after } = stream
  const changes = readRoomEvents(ticket.room_id, ticket.user_id, after)
  let resting = new AbortController()
  const { room_id } = ticket
  const stop = live.follow(room_id, {
    wake: () => resting.abort(),
    typing: (user_id) => {
      if (user_id === ticket.user_id || !reply.sse.isConnected) return
      const event = { event: 'typing', data: { room_id, user_id } } as const
      void reply.sse.send(wire(event)).catch(() => {})
    },
  })
  // Not after the loop: a write to a client that went away may never end.
  reply.sse.onClose(() => {
    stop()
    resting.abort()
    void notePresence(ctx, ticket, false)
  })
  try {
    while (reply.sse.isConnected) {
      resting = new AbortController()
      await findViewer(sessions, ticket)
      const events = await changes.next(ctx.db, linkFor(ctx))
      // After the reading: a message from before it would else be neither sent here, where the first reading takes it
      await notePresence(ctx, ticket, true)
      for (const event of events) await reply.sse.send(wire(event))
      await wait(live.rest(), undefined, { signal: resting.signal, ref: false }).catch(() => {})
    }
  } catch (error) {
    // A closed stream brings the client back with a new ticket.
    reply.log.debug({ err: error }, 'a stream ended')
    reply.sse.close()
  }
}

/** Only messages have ids: a client that comes back names the last one it has. */
function wire({ event, data }: ChatEvent) {
  return { event, data, ...(event === 'message' && { id: String(data.id) }) }
}
