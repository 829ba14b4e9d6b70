import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { forgetSessions } from './sessions.ts'

/**
 * Lifetime of a session in milliseconds. A launch can log in until its data expire. The token of the last login is
 * valid for some more time.
 */
const lifeMs = limits.launch.maxAgeMs + limits.token.ms

/** Sessions that were created before this time have expired. */
export const sessionsFrom = ({ now }: Pick<UserContext, 'now'>) =>
  new Date(now().getTime() - lifeMs).toISOString()

/** Sessions of the caller: the current one, then the others, last used first. */
export async function listSessions({ db, viewer, now }: UserContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_seen_at'])
    .where('user_id', '=', viewer.id)
    .where('revoked_at', 'is', null)
    .where('created_at', '>', sessionsFrom({ now }))
    .orderBy((eb) => eb('id', '=', viewer.session_id), 'desc')
    .orderBy((eb) => eb.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .limit(100)
    .execute()
  return rows.map(({ last_seen_at, created_at, ...row }) => ({
    ...row,
    created_at,
    last_seen_at: last_seen_at ?? created_at,
    is_current: row.id === viewer.session_id,
  }))
}

/** Revokes one session of the caller, or all but the current one. Every process is notified at once. */
export async function endSessions(ctx: UserContext, session: string | undefined): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ revoked_at: ctx.now().toISOString(), revoke_reason: 'ended' })
      .where('user_id', '=', ctx.viewer.id)
      .where('revoked_at', 'is', null)
      .$if(session !== undefined, (query) => query.where('id', '=', session ?? ''))
      .$if(session === undefined, (query) => query.where('id', '<>', ctx.viewer.session_id))
      .execute()
    await forgetSessions(tx, ctx.viewer.id)
  })
}
