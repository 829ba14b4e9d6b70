import { type Kysely, sql } from 'kysely'

/** Whether somebody has said anything in a room is found by the room, and not among all that they have ever said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index chat_messages_said on chat_messages (room_id, sender_id)`.execute(db)
}
