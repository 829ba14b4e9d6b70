import fastifyJwt from '@fastify/jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { signingKeys } from '#services/api/request/session.ts'
import type { Context } from '#services/core/context.ts'
import type { Ticket } from '#services/core/request-context.ts'

const issuer = 'otklik'
/** Differs from the app's audience: a ticket opens no other call, and a session token opens no stream. */
const audience = 'chat'

type Claims = { sub: string; sid: string; room: number; iat: number; exp: number; aud: string; iss: string }

declare module 'fastify' {
  interface FastifyReply {
    chatJwtSign: (claims: Claims) => Promise<string>
  }
  interface FastifyRequest {
    chatJwtVerify: (options: { clockTimestamp: number }) => Promise<Claims>
  }
}

/** Short-lived tickets in the query string, because a browser's EventSource sends no custom headers. */
export async function registerTickets(app: FastifyInstance, ctx: Context): Promise<void> {
  const { kid, secret } = signingKeys(ctx)
  await app.register(fastifyJwt, {
    namespace: 'chat',
    secret,
    decode: { complete: true },
    sign: { algorithm: 'HS256', kid },
    verify: {
      algorithms: ['HS256'],
      allowedAud: audience,
      allowedIss: issuer,
      requiredClaims: ['sub', 'sid', 'room', 'iat', 'exp', 'aud', 'iss'],
      maxAge: limits.chat.ticketMs / 1000,
      extractToken: (request: FastifyRequest) => (request.query as { token?: string }).token,
    },
  })
}

export async function issueTicket(
  ctx: Context,
  reply: FastifyReply,
  { user_id, session_id, room_id }: Ticket,
): Promise<{ token: string; expires_at: string }> {
  const iat = Math.floor(ctx.now().getTime() / 1000)
  const exp = iat + limits.chat.ticketMs / 1000
  const claims = {
    sub: String(user_id),
    sid: session_id,
    room: room_id,
    iat,
    exp,
    aud: audience,
    iss: issuer,
  }
  return { token: await reply.chatJwtSign(claims), expires_at: new Date(exp * 1000).toISOString() }
}

/** @throws unauthenticated, session_expired if the ticket has expired */
export async function readTicket(ctx: Context, request: FastifyRequest): Promise<Ticket> {
  const claims = await request
    .chatJwtVerify({ clockTimestamp: ctx.now().getTime() })
    .catch((error: { code?: string }) => {
      throw new AppError(error.code?.includes('EXPIRED') ? 'session_expired' : 'unauthenticated')
    })
  return { user_id: Number(claims.sub), session_id: claims.sid, room_id: claims.room }
}
