import { type Kysely, sql } from 'kysely'

/**
 * What a moderator's card shows and hears: the listings that are nearly the same with their share, and the
 * language that a chat of the staff is written in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_tasks add column duplicates jsonb;

    create table staff_chats (
      chat_id bigint primary key,
      language text not null references languages,
      updated_at timestamptz not null default now()
    );

    -- How long decisions took in the last days.
    create index moderation_tasks_times on moderation_tasks (decided_at)
      where decided_by is not null and subject <> 'report';
    create index moderation_questions_times on moderation_questions (answered_at) where answered_at is not null;
  `.execute(db)
}
