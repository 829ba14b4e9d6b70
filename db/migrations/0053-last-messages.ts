import { type Kysely, sql } from 'kysely'

/** How far somebody's chat with the bot has got, of what is no delivery: their own messages and the bot's answers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column last_message_id bigint`.execute(db)
}
