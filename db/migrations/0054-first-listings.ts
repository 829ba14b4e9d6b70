import { type Kysely, sql } from 'kysely'

/** Which listings are the first of new authors, and a walk through those in the feed, by which they are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings add column is_first boolean not null default false;
    update listings set is_first = true from users author
      where author.id = listings.author_id and author.posted_count <= 1 and listings.published_at is not null;
    create index listings_live_first on listings (kind, listed_at desc, id desc)
      where status = 'published' and is_first;
  `.execute(db)
}
