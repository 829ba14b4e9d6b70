import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Sessions } from '#db/tables/people.ts'
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
  /** When it was known to be in use, to some minutes. */
  used_at: string
}

const readSession = prepare((db, { id }: { id: string }) =>
  db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select(['session.user_id', 'session.revoked_at', 'user.status as user_status', 'user.block_reason'])
    .select(['user.seen_on', 'user.is_seen_shown'])
    .select((eb) => eb.fn.coalesce('session.last_seen_at', 'session.created_at').as('used_at'))
    .where('session.id', '=', id),
)

export async function findSession(
  { lists }: Pick<Context, 'lists'>,
  id: string,
): Promise<Session | undefined> {
  const [session] = await readSession(lists, { id })
  return session
}

/** Notes that a session is in use, now and then. */
export async function noteUse(
  { db, now }: Pick<Context, 'db' | 'now'>,
  id: string,
  { used_at }: Pick<Session, 'used_at'>,
): Promise<void> {
  const moment = now()
  const due = new Date(moment.getTime() - limits.sessionUse.ms).toISOString()
  if (Date.parse(used_at) >= Date.parse(due)) return
  await db
    .updateTable('sessions')
    .set({ last_seen_at: moment.toISOString() })
    .where('id', '=', id)
    // Another process may have noted it meanwhile.
    .where((eb) => eb(eb.fn.coalesce('last_seen_at', 'created_at'), '<', due))
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

type Opened = Pick<Selectable<Sessions>, 'id' | 'revoked_at' | 'revoke_reason'>
type Opening = { user_id: number; launch_hash: string; device: string | null; now: string }

/** Nothing where another process writes the same session at this moment. */
const findOrWrite = prepare<Opening, Opened>((db, { user_id, launch_hash, device, now }) => {
  const statement = sql<Opened>`
    with known as (select id, revoked_at, revoke_reason from sessions where launch_hash = ${launch_hash}),
    written as (
      insert into sessions (user_id, launch_hash, device, created_at)
      select ${user_id}::bigint, ${launch_hash}, ${device}, ${now}::timestamptz where not exists (select from known)
      on conflict (launch_hash) do nothing returning id, revoked_at, revoke_reason)
    select id, revoked_at, revoke_reason from known union all select id, revoked_at, revoke_reason from written`
  return { compile: () => statement.compile(db) }
})

/**
 * The session of a launch: the first login writes it, every repeat finds it and writes nothing.
 * @throws session_expired when the session of this launch was revoked
 */
export async function openSession(
  ctx: Pick<GuestContext, 'db' | 'now' | 'device'>,
  user_id: number,
  rawLaunchData: string,
): Promise<string> {
  const { device } = ctx
  const asked = { user_id, launch_hash: hashOf(rawLaunchData), device, now: ctx.now().toISOString() }
  const find = async () => (await findOrWrite(ctx.db, asked))[0]
  const session = (await find()) ?? (await find())
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
