import { type Kysely, sql } from 'kysely'

/**
 * A review keeps what its moderators read, so that exactly this is published; a listing keeps the hash of what
 * was last allowed to stand. Listings of before have none: their next renewal is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_tasks
      add column content jsonb,
      add column content_hash text,
      add column marks jsonb,
      add check ((content is null) = (content_hash is null));
    alter table listings add column published_hash text;
  `.execute(db)
}
