import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Device } from '#contract/options.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { RevokeReason, UserStatus } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

/** NOTIFY channel with the ids of users whose sessions every process must drop from its cache. */
export const revocations = 'revocations'

export type Session = {
  user_id: number
  revoked_at: string | null
  user_status: UserStatus
  block_reason: string | null
  /** Date of the last visit of the session's user; null if the user hides visits. */
  seen_on: string | null
  is_seen_shown: boolean
  /** Time of the session's last use, accurate to `limits.sessionUse.ms`. */
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

/** Stores the time of a session's use, at most once per `limits.sessionUse.ms`. */
export async function recordUse(
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
    // Another process may have stored a newer time of the session's last use.
    .where((eb) => eb(eb.fn.coalesce('last_seen_at', 'created_at'), '<', due))
    .execute()
}

/** Stores that the app has become usable after a launch. Only the first call writes. */
export async function recordReady({
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

/**
 * True if the user of the launch was deleted after that launch. An app that was left open must not create the account
 * again.
 */
export async function isLaunchOfDeleted(db: Db, rawLaunchData: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('revoke_reason')
    .where('launch_hash', '=', hashOf(rawLaunchData))
    .executeTakeFirst()
  return session?.revoke_reason === 'deleted'
}

/** Session of a launch, whether it was revoked, and the reason. */
export type LaunchSession = { id: string; is_revoked: boolean; revoke_reason: RevokeReason | null }
export type SessionRequest = { launch_hash: string; device: string | null; tells_ready: boolean; now: string }

export function sessionRequest(
  { device, now }: Pick<GuestContext, 'device' | 'now'>,
  rawLaunchData: string,
  tells_ready = false,
): SessionRequest {
  return { launch_hash: hashOf(rawLaunchData), device, tells_ready, now: now().toISOString() }
}

/**
 * SQL parts of a larger statement. They find the session of a launch or insert it. The last part, `opened`, has no row
 * if another process inserts the same session at this moment.
 * @param account name of an earlier part with the `id` of the user
 */
export const openingParts = (
  { launch_hash, device, tells_ready, now }: SessionRequest,
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

type SessionOpening = SessionRequest & { user_id: number }
const findOrInsert = prepare<SessionOpening, LaunchSession>(
  (_, opening) => sql<LaunchSession>`
    with account as (select ${opening.user_id}::bigint as id), ${openingParts(opening, sql.table('account'))}
    select * from opened`,
)

/**
 * Id of the session of a launch. The first login inserts the session, later ones find it.
 * @param opened session that an earlier statement found already
 * @throws session_expired when the session was revoked
 */
export async function openSession(
  { db }: Pick<GuestContext, 'db'>,
  user_id: number,
  launch: SessionRequest,
  opened?: LaunchSession | null,
): Promise<string> {
  const find = async () => (await findOrInsert(db, { user_id, ...launch }))[0]
  const session = opened ?? (await find()) ?? (await find())
  // A change of the role revokes sessions. The same launch may log in again after that change.
  if (session?.revoke_reason === 'role_changed') await reviveSession(db, session.id, user_id)
  else if (!session || session.is_revoked) throw new AppError('session_expired')
  return session.id
}

async function reviveSession(db: Db, id: string, user_id: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: null, revoke_reason: null })
    .where('id', '=', id)
    .where('revoke_reason', '=', 'role_changed')
    .execute()
  await forgetSessions(db, user_id)
}

/** Makes every process delete the person's sessions from its cache when the transaction commits. */
export async function forgetSessions(db: Db, user_id: number): Promise<void> {
  await sql`select pg_notify(${revocations}, ${String(user_id)})`.execute(db)
}

/** Revokes all sessions of a person. Other processes are notified with NOTIFY when the transaction commits. */
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

/**
 * Patterns of operating systems; the first match counts. The User-Agent of an iPhone also contains "Mac OS", and that
 * of Android also contains "Linux".
 */
const devicePatterns: [RegExp, Device][] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/Macintosh|Mac OS/, 'macos'],
  [/Windows/, 'windows'],
  [/Linux|X11/, 'linux'],
]

/** Operating system that a User-Agent names; nothing else of the User-Agent is stored. */
export function deviceOf(user_agent: string | undefined): Device | null {
  return devicePatterns.find(([sign]) => sign.test(user_agent ?? ''))?.[1] ?? null
}
