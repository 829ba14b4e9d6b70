import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

type Told = { message_id: number; room_id: number; name: string }

/** The letter that a "New message" of the bot told a person about, by the bot's message in their chat. */
export async function findToldMessage(db: Db, user_id: number, notice_id: number): Promise<Told | undefined> {
  const { rows } = await sql<Told>`
    select letter.id message_id, letter.room_id, sender.full_name name
    from deliveries notice
    join chat_messages letter on letter.id = (notice.payload ->> 'message_id')::bigint
    join users sender on sender.id = letter.sender_id
    where notice.user_id = ${user_id} and notice.message_id = ${notice_id} and notice.kind = 'new_message'
  `.execute(db)
  return rows[0]
}
