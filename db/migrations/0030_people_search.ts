import { type Kysely, sql } from 'kysely'

/** People are found by their city too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index users_text;
    create index users_text on users using gin
      (to_tsvector('russian', full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, '')));
  `.execute(db)
}
