import { type Kysely, sql } from 'kysely'

/**
 * The id that Telegram has given to a group of the staff since it was set up, and why messages to it wait. An answer of
 * the support may come from an administrator of the group who does not show who they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table staff_chats
      add column moved_to bigint,
      add column silent_since timestamptz,
      add column silent_reason text check (silent_reason in ('removed', 'no_right', 'moved')),
      add constraint staff_chats_move check (moved_to <> chat_id),
      add constraint staff_chats_silence check ((silent_since is null) = (silent_reason is null));

    alter table support_messages
      alter column author_id drop not null,
      add constraint support_messages_author check (author_id is not null or side = 'staff') not valid;
    alter table support_messages validate constraint support_messages_author;
  `.execute(db)
}
