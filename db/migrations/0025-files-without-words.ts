import { type Kysely, sql } from 'kysely'

/** A message that brings files needs no words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_messages
      drop constraint chat_messages_content_check,
      add constraint chat_messages_content_check check (char_length(content) <= 4000) not valid;
    alter table chat_messages validate constraint chat_messages_content_check;
  `.execute(db)
}
