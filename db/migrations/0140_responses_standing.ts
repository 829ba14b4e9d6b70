import { type Kysely, sql } from 'kysely'

/** Places of responses are read from an index: those that stand, boosts by payment time, then by creation time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index responses_standing
      on responses (listing_id, coalesce(boosted_at, 'infinity'), created_at, id) include (status, user_id)
      where status <> 'withdrawn';
    drop index responses_place;
  `.execute(db)
}
