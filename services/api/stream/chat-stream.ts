import type { FastifyInstance } from 'fastify'
import { chatCalls } from '#contract/calls/chat.ts'
import { AppError } from '#contract/errors.ts'
import { limited } from '#services/api/request/rate-limits.ts'
import { logAnswer } from '#services/api/request/request-log.ts'
import { findViewer, type SessionCache } from '#services/api/request/session.ts'
import { openChatFollowers } from '#services/chat/followers.ts'
import { startPosition } from '#services/chat/room-events.ts'
import { isMember } from '#services/chat/room-queries.ts'
import type { Context } from '#services/core/context.ts'
import { countStream } from '#services/operations/metrics.ts'
import { readTicket } from './chat-ticket.ts'
import { beginEvents } from './event-stream.ts'
import { RoomStream } from './room-stream.ts'

const call = 'GET /chat/stream'
/** Maximum chat streams of one person per process. A new stream closes the person's oldest one. */
const maxStreamsPerPerson = 8

/**
 * Registers the live stream of a chat. A stream sends missed events first, then new events, until the client
 * disconnects or the session ends.
 */
export function registerChatStream(app: FastifyInstance, ctx: Context, sessions: SessionCache): void {
  const shared = { ctx, sessions, followers: openChatFollowers(ctx) }
  const streams = new Map<number, Set<RoomStream>>()
  app.addHook('onClose', async () => shared.followers.close())
  // At shutdown all streams are closed. The clients reconnect to another process with a new ticket.
  app.addHook('preClose', async () => {
    for (const ownStreams of [...streams.values()]) for (const stream of [...ownStreams]) stream.close()
  })

  function add(stream: RoomStream): void {
    const ownStreams = streams.get(stream.user_id) ?? new Set()
    streams.set(stream.user_id, ownStreams.add(stream))
    countStream(1)
    const [oldest] = ownStreams
    if (ownStreams.size > maxStreamsPerPerson) oldest?.close()
  }
  function remove(stream: RoomStream): void {
    countStream(-1)
    const { request_id, since, user_id } = stream
    const ms = performance.now() - since
    logAnswer(ctx.log, { request_id, call, status: 200, ms, viewer_id: user_id })
    const ownStreams = streams.get(user_id)
    ownStreams?.delete(stream)
    if (ownStreams?.size === 0) streams.delete(user_id)
  }

  app.get('/chat/stream', {
    config: { call, ...limited(ctx, 'reads') },
    handler: async (request, reply) => {
      const ticket = await readTicket(ctx, request)
      const { after } = chatCalls[call].query.parse(request.query)
      request.viewer = await findViewer(sessions, ticket)
      if (!(await isMember(ctx.db, ticket.room_id, ticket.user_id))) throw new AppError('not_found')
      const lastEventId = Number(request.headers['last-event-id'] || after)
      const position = await startPosition(
        ctx.db,
        ticket,
        Number.isSafeInteger(lastEventId) ? lastEventId : undefined,
      )
      // The client disconnected during the queries above, before a `close` handler was added, so the stream is not
      // started.
      if (reply.raw.destroyed) return
      const since = performance.now() - reply.elapsedTime
      const answer = beginEvents(reply)
      add(
        new RoomStream(shared, {
          request_id: request.id,
          since,
          ticket,
          position,
          answer,
          onEnd: remove,
        }),
      )
    },
  })
}
