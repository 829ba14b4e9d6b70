import { type Kysely, sql } from 'kysely'

/**
 * A moderator has to hear that their approval lapsed, because its listing changed before it was carried out: the task
 * keeps their id until the next decision. It also keeps when its card was sent, since nobody looks at an old card again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_tasks
      add column lapsed_decider bigint references users,
      add column card_sent_at timestamptz;
  `.execute(db)
}
