import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Seconds for which clients may cache reference data without revalidation. */
const freshSeconds = 300

/** Adds caching headers to a public answer, and replies 304 if the client's ETag still matches. */
export async function cacheReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`
  reply
    .header('cache-control', `public, max-age=${freshSeconds}, stale-while-revalidate=86400`)
    .header('etag', etag)
    .header('vary', [reply.getHeader('vary'), 'Accept-Language'].filter(Boolean).join(', '))
  const known = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''))
  if (!known?.includes(etag)) return payload
  reply.code(304).removeHeader('content-length')
  return null
}
