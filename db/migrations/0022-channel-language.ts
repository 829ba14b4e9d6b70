import { type Kysely, sql } from 'kysely'

/** A listing that changes its language leaves one channel and appears in another, so that its posts count the change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace trigger listings_channel_posts
      after update of status, hidden_reason, flagged_at, category_id, language, price, min_stake, max_stake, currency_id,
        payment_format, job_type, is_remote, location, deadline, skills, executor_id, search on listings
      for each row execute function count_channel_changes()`.execute(db)
}
