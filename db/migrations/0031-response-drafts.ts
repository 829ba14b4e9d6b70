import { type Kysely, sql } from 'kysely'

/** What somebody has said to the bot of a response that they have not sent: one per order, kept for a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table response_drafts (
      user_id bigint not null references users,
      listing_id bigint not null references listings,
      message_id bigint not null,
      price bigint check (price > 0),
      currency_id integer references currencies,
      is_negotiable boolean not null default false,
      is_odd_meant boolean not null default false,
      response_text text check (char_length(response_text) between 1 and 500),
      waits_for_phone boolean not null default false,
      created_at timestamptz not null,
      primary key (user_id, listing_id),
      check (price is null or not is_negotiable)
    );
    create index response_drafts_listing on response_drafts (listing_id);
  `.execute(db)
}
