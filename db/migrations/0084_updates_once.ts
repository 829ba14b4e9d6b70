import { type Kysely, sql } from 'kysely'

/** Updates of Telegram come late, in another order, and more than once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column reach_told_at timestamptz,
      add column reach_update_id bigint,
      add check ((reach_told_at is null) = (reach_update_id is null));
    alter table chat_messages add column telegram_message_id bigint;
    create unique index chat_messages_telegram on chat_messages (sender_id, telegram_message_id)
      where telegram_message_id is not null;
  `.execute(db)
}
