import type { Db } from '#db/index.ts'

/**
 * Stores the id of the bot's confirmation of a message. A reply to the confirmation goes to the same chat.
 */
export async function storeConfirmation(
  db: Db,
  {
    sender_id,
    telegram_message_id,
    confirmed_as,
  }: Record<'sender_id' | 'telegram_message_id' | 'confirmed_as', number>,
): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({ confirmed_as })
    .where('sender_id', '=', sender_id)
    .where('telegram_message_id', '=', telegram_message_id)
    .execute()
}

/** Chat of a message with this confirmation, and the other person's name. */
export function findConfirmedChat(db: Db, sender_id: number, confirmed_as: number) {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_members as other', (join) =>
      join.onRef('other.room_id', '=', 'message.room_id').onRef('other.user_id', '<>', 'message.sender_id'),
    )
    .innerJoin('users as person', 'person.id', 'other.user_id')
    .select(['message.room_id', 'person.full_name as name'])
    .where('message.sender_id', '=', sender_id)
    .where('message.confirmed_as', '=', confirmed_as)
    .executeTakeFirst()
}
