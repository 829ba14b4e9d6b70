import { type Kysely, sql } from 'kysely'

/**
 * Each experience has its walk, at the place and away from it: what few ask for would be looked for in the whole market.
 * None is written as an empty word, since rows without a value are not in the order of their index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listings_live_experience_newest
      on listings (kind, is_remote, coalesce(experience, ''), listed_at desc, id desc)
      include (experience, category_id, price_base, responses_count, payment_format, job_type, author_id, language, urgent)
      where status = 'published'`.execute(db)
}
