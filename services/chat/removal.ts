import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Erases a message and its files in a locked chat. Both members still see that it was deleted. */
export async function eraseMessage(
  ctx: Context,
  tx: Tx,
  { id, room_id, reader_id }: { id: number; room_id: number; reader_id: number },
): Promise<void> {
  const deleted_at = ctx.now().toISOString()
  await sql`update chat_messages set content = null, deleted_at = ${deleted_at} where id = ${id}`.execute(tx)
  await tx.updateTable('files').set({ deleted_at }).where('message_id', '=', id).execute()
  await sql`update chat_members set unread_count = greatest(unread_count - 1, 0)
    where room_id = ${room_id} and user_id = ${reader_id} and last_read_id < ${id}`.execute(tx)
}

/**
 * Deletes a chat message as a decision of the staff, whatever its age.
 * @returns false if it was already deleted
 */
export async function removeMessage(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql<{ room_id: number; reader_id: number; is_deleted: boolean }>`
    select room.id room_id, room.user_low + room.user_high - message.sender_id reader_id,
      message.deleted_at is not null is_deleted
    from chat_messages message join chat_rooms room on room.id = message.room_id
    where message.id = ${id} for update of room`.execute(tx)
  const [message] = rows
  if (!message || message.is_deleted) return false
  await eraseMessage(ctx, tx, { id, ...message })
  return true
}
