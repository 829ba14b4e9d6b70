import { type Kysely, sql } from 'kysely'

/** Somebody of the staff decided about their own because nobody else was there to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_tasks add column decided_alone boolean not null default false;
    -- Who rejected a listing before its appeal.
    create index moderation_tasks_decided on moderation_tasks (listing_id, id)
      where subject = 'listing' and state = 'rejected';
  `.execute(db)
}
