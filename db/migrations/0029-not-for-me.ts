import { type Kysely, sql } from 'kysely'

/**
 * What freelancers said does not suit them about an order that they were told of, with what is not told to them from
 * then on: orders below a price, with less time, of an author, of a speciality alone, or all for a while.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table not_for_me (
      user_id bigint not null references users,
      listing_id bigint not null references listings,
      reason text not null check (reason in ('topic', 'price', 'term', 'author', 'busy')),
      category_id integer references categories,
      below bigint check (below > 0),
      payment_format text check (payment_format in ('fixed', 'hourly')),
      days integer check (days > 0),
      until timestamptz,
      created_at timestamptz not null default now(),
      primary key (user_id, listing_id),
      check ((reason = 'topic') = (category_id is not null)),
      check ((reason = 'price') = (below is not null)),
      check ((reason = 'term') = (days is not null)),
      check ((reason = 'busy') = (until is not null))
    );
    create index not_for_me_listing on not_for_me (listing_id);
  `.execute(db)
}
