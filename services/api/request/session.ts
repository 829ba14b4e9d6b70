import fastifyJwt, { type FastifyJWTOptions } from '@fastify/jwt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import type { Token, Viewer } from '#services/core/request-context.ts'
import { findSession, recordUse, type Session } from '#services/users/sessions/sessions.ts'
import { storeVisitDay } from '#services/users/settings/last-day.ts'

const issuer = 'otklik'
const sessionToken = { audience: 'otklik-app', ms: limits.token.ms }

export type Claims = { sub: string; sid: string; iat: number; exp: number; aud: string; iss: string }
/**
 * A kind of token, such as a session or a ticket. Each kind has its own audience, so that a token of one kind is not
 * accepted as another.
 */
type TokenKind = { audience: string; ms: number; extraClaims?: string[] }

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Claims
    user: Claims
  }
}

/**
 * JWT options that fix algorithm, audience and issuer. The first configured key signs tokens and any configured key
 * verifies them, so that rotating keys logs nobody out. The signing key is given as a plain value and not as a
 * function, so that the library prepares it only once.
 */
export function tokenOptions(ctx: Context, { audience, ms, extraClaims = [] }: TokenKind) {
  const keys = new Map(
    ctx.config.JWT_SECRETS.split(',').map((pair) => {
      const at = pair.indexOf(':')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
  const [[kid = '', signingKey = ''] = []] = keys
  return {
    secret: {
      private: signingKey,
      public: async (_request: FastifyRequest, token: object) => {
        const key = 'header' in token && keys.get((token.header as { kid: string }).kid)
        if (!key) throw new AppError('unauthenticated')
        return key
      },
    },
    decode: { complete: true },
    sign: { algorithm: 'HS256', kid },
    verify: {
      algorithms: ['HS256'],
      allowedAud: audience,
      allowedIss: issuer,
      requiredClaims: ['sub', 'sid', 'iat', 'exp', 'aud', 'iss', ...extraClaims],
      maxAge: ms / 1000,
    },
  } satisfies FastifyJWTOptions
}

/** Returns the claims of a new token, and the time at which the token expires. */
export function createClaims(ctx: Context, viewer: Viewer, { audience, ms }: TokenKind) {
  const iat = Math.floor(ctx.now().getTime() / 1000)
  const exp = iat + ms / 1000
  const claims: Claims = {
    sub: String(viewer.id),
    sid: viewer.session_id,
    iat,
    exp,
    aud: audience,
    iss: issuer,
  }
  return { claims, expires_at: new Date(exp * 1000).toISOString() }
}

/**
 * Turns an error of the token library into an error of the product.
 * @throws session_expired for an expired token, unauthenticated for any other invalid token
 */
export function refuseToken(error: { code?: string }): never {
  throw new AppError(error.code?.includes('EXPIRED') ? 'session_expired' : 'unauthenticated')
}

export async function registerTokens(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(fastifyJwt, tokenOptions(ctx, sessionToken))
}

export async function issueToken(
  ctx: Context,
  reply: FastifyReply,
  { user_id, session_id }: { user_id: number; session_id: string },
): Promise<Token> {
  const { claims, expires_at } = createClaims(ctx, { id: user_id, session_id }, sessionToken)
  return { access_token: await reply.jwtSign(claims), expires_at }
}

/**
 * Caches sessions for at most 30 s, and drops a session at once after its revocation. Verified tokens are cached too:
 * the claims of a token never change, and its session is checked at each request.
 */
export function createSessionCache(ctx: Context) {
  const bounds = { max: 10_000, ttlResolution: 0, perf: { now: () => ctx.now().getTime() } }
  // The cache still serves an entry whose age equals its `ttl`. So `ttl` is one millisecond shorter than the maximum
  // age of a cached session.
  const sessions = new LRUCache<string, Session>({ ...bounds, ttl: limits.sessionCache.ms - 1 })
  const verifiedClaims = new LRUCache<string, Claims>({ ...bounds, ttl: limits.token.ms })
  let forgetCount = 0
  return {
    /** Returns the claims of a token whose signature was already verified; undefined after the token's expiry. */
    findClaims(authorization: string): Claims | undefined {
      const now = ctx.now()
      const claims = verifiedClaims.get(authorization)
      return claims && now.getTime() < claims.exp * 1000 ? claims : undefined
    },
    storeClaims: (authorization: string, claims: Claims) => verifiedClaims.set(authorization, claims),
    async find(id: string): Promise<Session | undefined> {
      const cached = sessions.get(id)
      if (cached) return cached
      const countBefore = forgetCount
      const session = await findSession(ctx, id)
      if (!session) return undefined
      if (!session.revoked_at) {
        await recordUse(ctx, id, session)
        await storeVisitDay(ctx, session)
      }
      // A revocation arrived while the session was being read, so the row may be outdated and is not cached.
      if (countBefore === forgetCount) sessions.set(id, session)
      return session
    },
    /**
     * Drops the cached sessions of a person; without an id, the sessions of all people. All are dropped after a lost
     * connection, because revocations may have been missed.
     */
    forget(user_id?: number): void {
      forgetCount += 1
      for (const [id, session] of sessions.entries())
        if (user_id === undefined || session.user_id === user_id) sessions.delete(id)
    },
  }
}
export type SessionCache = ReturnType<typeof createSessionCache>

/**
 * Reads the session of a token.
 * @throws unauthenticated, session_expired, blocked
 */
export async function authenticate(
  ctx: Context,
  sessions: SessionCache,
  request: FastifyRequest,
): Promise<Viewer> {
  const { authorization = '' } = request.headers
  const cachedClaims = sessions.findClaims(authorization)
  const claims = cachedClaims ?? (await verify(ctx, request))
  if (!cachedClaims) sessions.storeClaims(authorization, claims)
  return findViewer(sessions, { user_id: Number(claims.sub), session_id: claims.sid })
}

function verify(ctx: Context, request: FastifyRequest): Promise<Claims> {
  return request.jwtVerify<Claims>({ clockTimestamp: ctx.now().getTime() }).catch(refuseToken)
}

/**
 * Returns the person of a valid session.
 * @throws unauthenticated, session_expired, blocked
 */
export async function findViewer(
  sessions: SessionCache,
  { user_id, session_id }: { user_id: number; session_id: string },
): Promise<Viewer> {
  const session = await sessions.find(session_id)
  if (!session || session.user_id !== user_id) throw new AppError('unauthenticated')
  if (session.user_status === 'blocked') throw new AppError('blocked', { reason: session.block_reason })
  if (session.revoked_at || session.user_status !== 'active') throw new AppError('session_expired')
  return { id: user_id, session_id }
}
