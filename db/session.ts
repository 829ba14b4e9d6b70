import { sql } from 'kysely'
import type { Db } from './index.ts'

/** What the server says of the sessions that a connection opens. */
export type Session = {
  role: string
  time_zone: string
  /** Whether times come as we read them. */
  speaks_utc: boolean
  is_superuser: boolean
  /** Whether the tables are the role's own: then no right that is refused to it holds. */
  is_owner: boolean
}

/** The oldest Postgres that makes our keys: `uuidv7()`. */
const oldest = 18

/** @throws when the server is older than what we use */
export async function demandVersion(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string; number: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
    db,
  )
  const [{ version, number } = { version: 'unknown', number: 0 }] = rows
  if (number < oldest * 10_000)
    throw new Error(
      `Postgres ${oldest} or newer is needed, and this server is ${version}: see "Running it for real" in the README.`,
    )
}

export async function describeSession(db: Db): Promise<Session> {
  // A zone of summer time is UTC for half a year only.
  const { rows } = await sql<Session>`
    select current_user as role, current_setting('TimeZone') as time_zone,
      '2026-01-01T00:00:00Z'::timestamptz::text = '2026-01-01 00:00:00+00'
        and '2026-07-01T00:00:00Z'::timestamptz::text = '2026-07-01 00:00:00+00' as speaks_utc,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      exists (select from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'member')) as is_owner
  `.execute(db)
  return rows[0] as Session
}
