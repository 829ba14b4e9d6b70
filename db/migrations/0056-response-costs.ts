import { type Kysely, sql } from 'kysely'

/**
 * What a response costs the database: what two texts share is counted by an extension, whose operators are called by
 * its name alone because they would stand before those of arrays; prints, which are made in the statement of their
 * response and never outlive it, are not checked against it; and what is looked for with every response is found by the
 * index at once, not in a list of what was added lately. And how far somebody's chat with the bot has got, which every
 * message moves, leaves the row of the person, by which their cards are known: the release before still writes it there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema intarray;
    create extension intarray schema intarray;
    grant usage on schema intarray to public;
    alter table response_prints drop constraint response_prints_response_id_fkey;
    alter index response_prints_sketch set (fastupdate = off);
    select gin_clean_pending_list('response_prints_sketch');
    -- Whether a response was taken back is asked with the next one of the same person.
    create index responses_withdrawn on responses (listing_id, user_id) where status = 'withdrawn';
    create table chat_ends (
      user_id bigint primary key references users,
      message_id bigint not null
    ) with (fillfactor = 70);
    insert into chat_ends select id, last_message_id from users where last_message_id is not null;
  `.execute(db)
}
