import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { type Claims, createClaims, refuseToken, tokenOptions } from '#services/api/request/session.ts'
import type { Context } from '#services/core/context.ts'
import type { Ticket } from '#services/core/request-context.ts'

const chatTicket = { audience: 'chat', ms: limits.chat.ticketMs, extraClaims: ['room'] }
type TicketClaims = Claims & { room: number }

declare module 'fastify' {
  interface FastifyReply {
    chatJwtSign: (claims: TicketClaims) => Promise<string>
  }
  interface FastifyRequest {
    chatJwtVerify: (options: { clockTimestamp: number }) => Promise<TicketClaims>
  }
}

/**
 * Registers the tickets of chat streams. A ticket is short-lived and stands in the query string, because a browser's
 * EventSource sends no custom headers.
 */
export async function registerTickets(app: FastifyInstance, ctx: Context): Promise<void> {
  const options = tokenOptions(ctx, chatTicket)
  const extractToken = (request: FastifyRequest) => (request.query as { token?: string }).token
  await app.register(fastifyJwt, {
    namespace: 'chat',
    ...options,
    verify: { ...options.verify, extractToken },
  })
}

export async function issueTicket(
  ctx: Context,
  reply: FastifyReply,
  { user_id, session_id, room_id }: Ticket,
): Promise<{ token: string; expires_at: string }> {
  const { claims, expires_at } = createClaims(ctx, { id: user_id, session_id }, chatTicket)
  return { token: await reply.chatJwtSign({ ...claims, room: room_id }), expires_at }
}

/**
 * Verifies the ticket of a chat stream.
 * @throws unauthenticated, session_expired if the ticket has expired
 */
export async function readTicket(ctx: Context, request: FastifyRequest): Promise<Ticket> {
  const claims = await request.chatJwtVerify({ clockTimestamp: ctx.now().getTime() }).catch(refuseToken)
  return { user_id: Number(claims.sub), session_id: claims.sid, room_id: claims.room }
}
