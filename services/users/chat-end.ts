import type { Db } from '#db/index.ts'

/** Notes a message in somebody's chat with the bot; numbers of messages only grow. */
export async function noteMessage(db: Db, telegram_id: number, message_id: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ last_message_id: message_id })
    .where('telegram_id', '=', telegram_id)
    .where((eb) => eb.or([eb('last_message_id', 'is', null), eb('last_message_id', '<', message_id)]))
    .execute()
}
