import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { RevokeReason, UserStatus } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { GuestContext } from '#services/core/request-context.ts'

/** Channel on which processes learn whose sessions to forget. */
export const revocations = 'revocations'

export type Session = {
  user_id: number
  revoked_at: string | null
  user_status: UserStatus
  block_reason: string | null
  /** The last day on which the person was here, as far as it is kept. */
  seen_on: string | null
  is_seen_shown: boolean
}

export async function findSession(db: Db, id: string): Promise<Session | undefined> {
  return db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['session.user_id', 'session.revoked_at', 'user.status as user_status', 'user.block_reason'])
    .select(['user.seen_on', 'user.is_seen_shown'])
    .where('session.id', '=', id)
    .executeTakeFirst()
}

/** Notes that a session is in use, now and then. */
export async function noteUse({ db, now }: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const moment = now()
  await db
    .updateTable('sessions')
    .set({ last_seen_at: moment.toISOString() })
    .where('id', '=', id)
    .where((eb) =>
      eb(
        eb.fn.coalesce('last_seen_at', 'created_at'),
        '<',
        new Date(moment.getTime() - limits.sessionUse.ms).toISOString(),
      ),
    )
    .execute()
}

function hashOf(rawLaunchData: string): string {
  return createHash('sha256').update(rawLaunchData).digest('hex')
}

/** Whether the person of a launch was deleted since: an app left open must not make them anew. */
export async function isSpent(db: Db, rawLaunchData: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('revoke_reason')
    .where('launch_hash', '=', hashOf(rawLaunchData))
    .executeTakeFirst()
  return session?.revoke_reason === 'deleted'
}

/**
 * The session of a launch: the first login writes it, every repeat finds it and writes nothing.
 * @throws session_expired when the session of this launch was revoked
 */
export async function openSession(
  ctx: Pick<GuestContext, 'db' | 'now' | 'device'>,
  user_id: number,
  rawLaunchData: string,
): Promise<string> {
  const launch_hash = hashOf(rawLaunchData)
  const find = () =>
    ctx.db
      .selectFrom('sessions')
      .select(['id', 'revoked_at', 'revoke_reason'])
      .where('launch_hash', '=', launch_hash)
      .executeTakeFirst()
  const known = await find()
  const session =
    known ??
    (await ctx.db
      .insertInto('sessions')
      .values({ user_id, launch_hash, device: ctx.device, created_at: ctx.now().toISOString() })
      .onConflict((conflict) => conflict.column('launch_hash').doNothing())
      .returning(['id', 'revoked_at', 'revoke_reason'])
      .executeTakeFirst()) ??
    (await find())
  // A changed role only ends what the old session may do; the same launch may begin again.
  if (session?.revoke_reason === 'role_changed') await revive(ctx.db, session.id, user_id)
  else if (!session || session.revoked_at) throw new AppError('session_expired')
  return session.id
}

async function revive(db: Db, id: string, user_id: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: null, revoke_reason: null })
    .where('id', '=', id)
    .where('revoke_reason', '=', 'role_changed')
    .execute()
  await forgetSessions(db, user_id)
}

/** Every process reads the person's sessions anew; inside a transaction, once it commits. */
export async function forgetSessions(db: Db, user_id: number): Promise<void> {
  await sql`select pg_notify(${revocations}, ${String(user_id)})`.execute(db)
}

/** Ends every session of a person; other processes hear of it by NOTIFY when the transaction commits. */
export async function revokeSessions(
  tx: Tx,
  user_id: number,
  reason: RevokeReason,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now.toISOString(), revoke_reason: reason })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
  await forgetSessions(tx, user_id)
}
