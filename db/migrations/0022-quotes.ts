import { type Kysely, sql } from 'kysely'

/** A message may answer one before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_messages add column reply_to bigint references chat_messages`.execute(db)
}
