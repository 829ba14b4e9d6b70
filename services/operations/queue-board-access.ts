import { createHash, randomBytes } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findRole } from '#services/users/people/queries.ts'
import { findSession } from '#services/users/sessions/sessions.ts'

/**
 * Access to the web page with the job queues (queue board). Tickets and sessions are stored in Redis like the queues
 * themselves. Without Redis neither could be used.
 */

type Holder = { user_id: number; session_id: string }

/**
 * Redis key of a ticket or session. It contains only a hash of the secret, so that people who can read Redis get no
 * access.
 */
const keyOf = (kind: 'ticket' | 'session', secret: string) =>
  `queues-${kind}-${createHash('sha256').update(secret).digest('hex')}`

async function give(ctx: Context, kind: 'ticket' | 'session', holder: Holder): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const ms = limits.queueBoard[`${kind}Ms`]
  await ctx.redis.set(keyOf(kind, secret), JSON.stringify(holder), 'PX', ms)
  return secret
}

/** Creates a ticket with which the calling administrator can open the queue board once. */
export async function giveTicket(ctx: UserContext): Promise<{ url: string; expires_at: string }> {
  const { id: user_id, session_id } = ctx.viewer
  const ticket = await give(ctx, 'ticket', { user_id, session_id })
  const expires_at = new Date(ctx.now().getTime() + limits.queueBoard.ticketMs).toISOString()
  return {
    url: `${ctx.config.APP_ORIGIN.replace(/\/$/, '')}/admin/queues/enter?ticket=${ticket}`,
    expires_at,
  }
}

/** Exchanges a ticket for the secret of a session cookie. Returns undefined if the ticket is unknown or used. */
export async function enterBoard(ctx: Context, ticket: string): Promise<string | undefined> {
  const holder = await ctx.redis.getdel(keyOf('ticket', ticket))
  return holder ? give(ctx, 'session', JSON.parse(holder) as Holder) : undefined
}

/** True if a cookie's secret belongs to an administrator with a valid session. */
export async function isBoardOpen(ctx: Context, secret: string): Promise<boolean> {
  const holder = await ctx.redis.get(keyOf('session', secret))
  if (!holder) return false
  const { user_id, session_id } = JSON.parse(holder) as Holder
  const session = await findSession(ctx, session_id)
  if (!session || session.revoked_at || session.user_status !== 'active') return false
  return (await findRole(ctx.db, user_id)) === 'admin'
}
