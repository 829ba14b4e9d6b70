import { type Kysely, sql } from 'kysely'

/** What joins a kept ranking during its day stands beside it, so that the long lists are not written anew each time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table collections add column added jsonb not null default '[]'`.execute(db)
}
