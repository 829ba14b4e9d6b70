import { type Kysely, sql } from 'kysely'

/** Cards of listings that people put into their chats: they say when the listing takes no more responses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shared_cards (
      inline_message_id text primary key check (length(inline_message_id) <= 128),
      listing_id bigint not null references listings on delete cascade,
      language text not null check (language in ('ru', 'en')),
      is_open boolean not null default true,
      created_at timestamptz not null
    );
    create index shared_cards_listing on shared_cards (listing_id);
  `.execute(db)
}
