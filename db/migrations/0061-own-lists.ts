import { type Kysely, sql } from 'kysely'

/** Somebody's own list is counted by the index alone, which tells the deleted ones apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listings_of_author on listings (author_id, kind, id desc) include (status);
    drop index listings_author;
  `.execute(db)
}
