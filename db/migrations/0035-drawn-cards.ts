import { type Kysely, sql } from 'kysely'

/** What a card in the moderators' chat was last drawn with, so that it is not drawn again for nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moderation_tasks add column card_hash text`.execute(db)
}
