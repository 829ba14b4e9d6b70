import { type Kysely, sql } from 'kysely'

/**
 * Which launches became ready. Only the mini-app of today tells it, and says so when it logs in: nobody waits for word of
 * those before and of older clients.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column tells_ready boolean not null default false, add column ready_at timestamptz;
  `.execute(db)
  await sql`create index sessions_launches on sessions (created_at) where tells_ready`.execute(db)
}
