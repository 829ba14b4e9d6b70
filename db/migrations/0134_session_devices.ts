import { type Kysely, sql } from 'kysely'

/** On what a launch was opened and when it was used last, for the list of own sessions; people end them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column device text check (device in ('ios', 'android', 'macos', 'windows', 'linux')),
      add column last_seen_at timestamptz,
      drop constraint sessions_revoke_reason_check,
      add constraint sessions_revoke_reason_check
        check (revoke_reason in ('blocked', 'deleted', 'role_changed', 'ended'));
  `.execute(db)
}
