import { type Kysely, sql } from 'kysely'

/** How often a listing was shown and opened on a day (UTC): sums alone, never by whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listing_days (
      listing_id bigint not null references listings,
      day date not null,
      shown integer not null default 0 check (shown >= 0),
      opened integer not null default 0 check (opened >= 0),
      primary key (listing_id, day)
    );
    create index listings_by_category on listings (category_id, published_at desc) where published_at is not null;
  `.execute(db)
}
