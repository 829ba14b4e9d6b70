import { type Kysely, sql } from 'kysely'

/**
 * Whose approval lapsed, because what it was for has changed before it was carried out; until the next decision. And when
 * the card of a task was sent: one that stands far above is not looked at again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_tasks
      add column lapsed_decider bigint references users,
      add column card_sent_at timestamptz;
  `.execute(db)
}
