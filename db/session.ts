import { sql } from 'kysely'
import type { Db } from './index.ts'

/** Settings and rights that Postgres reports for a connection of this process. */
export type Session = {
  role: string
  time_zone: string
  /** True if times arrive in UTC. */
  uses_utc: boolean
  is_superuser: boolean
  /** True if the connection's role owns the tables. An owner keeps all rights on its tables, even revoked ones. */
  is_owner: boolean
}

/** First Postgres version with `uuidv7()`. */
const oldestVersion = 18

/** @throws if the server is too old */
export async function requireVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const [{ version, number } = { version: 'unknown', number: 0 }] = rows
  if (number < oldestVersion * 10_000)
    throw new Error(
      `Postgres ${oldestVersion} or newer is needed, and this server is ${version}: see docs/operating.md, "Running it for real".`,
    )
}

export async function describeSession(db: Db): Promise<Session> {
  // The time zone is checked in winter and in summer, because a zone with summer time equals UTC for half a year only.
  const { rows } = await sql<Session>`
    select current_user as role, current_setting('TimeZone') as time_zone,
      '2026-01-01T00:00:00Z'::timestamptz::text = '2026-01-01 00:00:00+00'
        and '2026-07-01T00:00:00Z'::timestamptz::text = '2026-07-01 00:00:00+00' as uses_utc,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      exists (select from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'member')) as is_owner
  `.execute(db)
  return rows[0] as Session
}
