import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { linkFor } from '#services/core/file-urls.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { tellRoom } from './live.ts'
import { getMessage } from './messages.ts'
import { lockRoom } from './writing.ts'

type Mark = { room_id: number; last_read_id: number; unread_count: number }

/**
 * Marks a message and everything before it in its room as read by the caller, to whom it was written.
 * @throws not_found, not_owner for the caller's own message
 */
export async function markRead(ctx: ActorContext, message_id: number): Promise<Mark> {
  const { room_id, sender_id } = await getMessage(ctx.db, linkFor(ctx), message_id)
  const mark = await ctx.db.transaction().execute(async (tx) => {
    await lockRoom(tx, room_id, ctx.viewer.id)
    if (sender_id === ctx.viewer.id) throw new AppError('not_owner')
    const { rows } = await sql<Mark>`
      update chat_members mine set last_read_id = mark.id, unread_count = (
        select count(*) from chat_messages message where message.room_id = ${room_id} and message.id > mark.id
          and message.sender_id <> ${ctx.viewer.id} and message.deleted_at is null)
      from (select greatest(last_read_id, ${message_id}) id from chat_members
        where room_id = ${room_id} and user_id = ${ctx.viewer.id}) mark
      where room_id = ${room_id} and user_id = ${ctx.viewer.id}
      returning room_id, last_read_id, unread_count
    `.execute(tx)
    const [row] = rows
    if (!row) throw new AppError('not_found')
    return row
  })
  await tellRoom(ctx, room_id)
  return mark
}

/** Puts a room away for the caller alone, until something is written in it. */
export async function archiveRoom(ctx: ActorContext, room_id: number): Promise<void> {
  await ctx.db
    .updateTable('chat_members')
    .set({ archived_at: ctx.now().toISOString() })
    .where('room_id', '=', room_id)
    .where('user_id', '=', ctx.viewer.id)
    .where('archived_at', 'is', null)
    .execute()
}
