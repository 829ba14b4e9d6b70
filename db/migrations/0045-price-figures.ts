import { type Kysely, sql } from 'kysely'

/** What orders of a speciality cost, counted each week; in which third of its rivals a price stood when it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table category_prices (
      category_id integer primary key references categories,
      -- Quartiles in kopecks, rounded to two digits.
      low bigint not null,
      middle bigint not null,
      high bigint not null,
      prices integer not null,
      people integer not null,
      counted_at timestamptz not null,
      check (low <= middle and middle <= high)
    );
    alter table responses
      add column price_third smallint check (price_third between 1 and 3),
      -- Of how many prices, its own among them.
      add column price_among integer,
      add constraint responses_price_third check ((price_third is null) = (price_among is null)) not valid;
    alter table responses validate constraint responses_price_third;
  `.execute(db)
}
