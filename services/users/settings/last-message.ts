import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

/** Stores the latest message id of a person's chat with the bot; message ids only grow. */
export async function storeLastMessage(db: Db, telegram_id: number, message_id: number): Promise<void> {
  await sql`
    insert into chat_ends as known (user_id, message_id)
    select id, ${message_id} from users where telegram_id = ${telegram_id}
    on conflict (user_id) do update set message_id = excluded.message_id
      where known.message_id < excluded.message_id`.execute(db)
}
