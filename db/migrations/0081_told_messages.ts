import { type Kysely, sql } from 'kysely'

/** People answer a notification: it is found by the message that told it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index deliveries_told on deliveries (user_id, message_id) where kind = 'new_message'`.execute(
    db,
  )
}
