import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { RevokeReason, UserStatus } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

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

/** The launch behind a call can be used; of its many pages the first one counts. */
export async function noteReady({
  db,
  now,
  viewer,
}: Pick<UserContext, 'db' | 'now' | 'viewer'>): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ready_at: now().toISOString() })
    .where('id', '=', viewer.session_id)
    .where('ready_at', 'is', null)
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

/** The session of a launch, as far as it decides whether it is given out. */
export type Opened = { id: string; is_revoked: boolean; revoke_reason: RevokeReason | null }
export type WantedSession = { launch_hash: string; device: string | null; tells_ready: boolean; now: string }

export function wantedSession(
  { device, now }: Pick<GuestContext, 'device' | 'now'>,
  rawLaunchData: string,
  tells_ready = false,
): WantedSession {
  return { launch_hash: hashOf(rawLaunchData), device, tells_ready, now: now().toISOString() }
}

/**
 * The session of a launch, found or written, as parts of a statement of which `opened` is the last; it has no row where
 * another process writes the same session at this moment.
 * @param account a part before them with the `id` of whose session it is
 */
export const openingParts = (
  { launch_hash, device, tells_ready, now }: WantedSession,
  account: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  known as materialized (select id, revoked_at, revoke_reason from sessions where launch_hash = ${launch_hash}),
  written as (
    insert into sessions (user_id, launch_hash, device, tells_ready, created_at)
    select id, ${launch_hash}, ${device}, ${tells_ready}::boolean, ${now}::timestamptz from ${account} where not exists (select from known)
    on conflict (launch_hash) do nothing returning id, revoked_at, revoke_reason),
  opened as (
    select id, revoked_at is not null as is_revoked, revoke_reason
    from (select * from known union all select * from written) either)`

type Opening = WantedSession & { user_id: number }
const findOrWrite = prepare<Opening, Opened>(
  (_, opening) => sql<Opened>`
    with account as (select ${opening.user_id}::bigint as id), ${openingParts(opening, sql.table('account'))}
    select * from opened`,
)

/**
 * The session of a launch: the first login writes it, every repeat finds it and writes nothing.
 * @param opened what was found on the way of another question
 * @throws session_expired when the session of this launch was revoked
 */
export async function openSession(
  { db }: Pick<GuestContext, 'db'>,
  user_id: number,
  launch: WantedSession,
  opened?: Opened | null,
): Promise<string> {
  const find = async () => (await findOrWrite(db, { user_id, ...launch }))[0]
  const session = opened ?? (await find()) ?? (await find())
  // A changed role only ends what the old session may do; the same launch may begin again.
  if (session?.revoke_reason === 'role_changed') await revive(db, session.id, user_id)
  else if (!session || session.is_revoked) throw new AppError('session_expired')
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
