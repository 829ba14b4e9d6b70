import { type Kysely, sql } from 'kysely'

/** The last day on which somebody used the product, and whether they let others know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column seen_on date,
      add column is_seen_shown boolean not null default true`.execute(db)
}
