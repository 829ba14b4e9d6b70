import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { prepare } from '#db/prepared.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { notifyRoom } from './followers.ts'

type ReadState = { room_id: number; last_read_id: number; unread_count: number }
type QueryArgs = { message_id: number; viewer_id: number }

/** Locks the chat of a message, as `lockRoom` does, so that the unread count includes the latest message. */
const lockRoomOf = prepare((db, { message_id, viewer_id }: QueryArgs) =>
  db
    .selectFrom('chat_messages as message')
    .innerJoin('chat_rooms as room', 'room.id', 'message.room_id')
    .select(['message.room_id', 'message.sender_id'])
    .where('message.id', '=', message_id)
    .where((eb) => eb.or([eb('user_low', '=', viewer_id), eb('user_high', '=', viewer_id)]))
    .forUpdate('room'),
)

/** Moves the caller's read mark to a message. Changes nothing if the caller wrote the message or is not a member. */
const storeReadMark = prepare(
  (_, { message_id, viewer_id }: QueryArgs) => sql<ReadState>`
    update chat_members mine set last_read_id = mark.id, unread_count = (
      select count(*) from chat_messages later where later.room_id = mark.room_id and later.id > mark.id
        and later.sender_id <> ${viewer_id} and later.deleted_at is null)
    from (select member.room_id, greatest(member.last_read_id, message.id) as id from chat_messages message
      join chat_members member on member.room_id = message.room_id and member.user_id = ${viewer_id}
      where message.id = ${message_id} and message.sender_id <> ${viewer_id}) mark
    where mine.room_id = mark.room_id and mine.user_id = ${viewer_id}
    returning mine.room_id, mine.last_read_id, mine.unread_count`,
)

/**
 * Marks a received chat message and all messages before it as read.
 * @throws not_found, not_owner for the caller's own message
 */
export async function markRead(ctx: ActorContext, message_id: number): Promise<ReadState> {
  const args = { message_id, viewer_id: ctx.viewer.id }
  const readState = await ctx.db.transaction().execute(async (tx) => {
    const [message] = await lockRoomOf(tx, args)
    if (message?.sender_id === ctx.viewer.id) throw new AppError('not_owner')
    const [state] = message ? await storeReadMark(tx, args) : []
    if (!state) throw new AppError('not_found')
    return state
  })
  await notifyRoom(ctx, readState.room_id)
  return readState
}

/** Archives a chat for the caller alone, until a new message arrives. */
export async function archiveRoom(ctx: ActorContext, room_id: number): Promise<void> {
  await ctx.db
    .updateTable('chat_members')
    .set({ archived_at: ctx.now().toISOString() })
    .where('room_id', '=', room_id)
    .where('user_id', '=', ctx.viewer.id)
    .where('archived_at', 'is', null)
    .execute()
}
