import { type Kysely, sql } from 'kysely'

/** A message may carry files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
      add column message_id bigint references chat_messages,
      add constraint files_of_one_thing
        check (num_nonnulls(listing_id, response_id, deal_step_id, message_id) <= 1) not valid;
    alter table files validate constraint files_of_one_thing;
    create index files_message on files (message_id) where message_id is not null;
  `.execute(db)
}
