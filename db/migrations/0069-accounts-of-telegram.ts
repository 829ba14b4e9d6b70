import { type Kysely, sql } from 'kysely'

/**
 * Updates by the bot that they came to: the numbers of another bot's begin anew. `telegram_updates` is of the release
 * before and falls away with a later one. And which confirmed phones are numbers of Telegram's own, of no country.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bot_updates (
      bot_id bigint not null,
      update_id bigint not null,
      payload jsonb not null,
      attempts integer not null default 0,
      error text,
      received_at timestamptz not null,
      done_at timestamptz,
      primary key (bot_id, update_id)
    );
    create index bot_updates_open on bot_updates (bot_id, update_id) where done_at is null;
    create index bot_updates_received on bot_updates (received_at);

    alter table user_phones add column is_anonymous boolean not null default false;

    create index users_username on users (lower(username)) where username is not null;
  `.execute(db)
}
