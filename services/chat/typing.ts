import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { notifyTyping } from './followers.ts'

/** Forwards only the first typing signal of an interval, however often the client sends it. */
async function isFirstInInterval({ redis, viewer }: ActorContext, room_id: number): Promise<boolean> {
  const reply = await redis
    .set(`chat:typing:${room_id}:${viewer.id}`, 1, 'PX', limits.chat.typingMs, 'NX')
    .catch(() => null)
  return reply === 'OK'
}

/**
 * Notifies the other side that the caller is typing. Nothing is stored. It does nothing if the pair is
 * blocked or the chat read-only.
 */
export async function noteTyping(ctx: ActorContext, room_id: number): Promise<void> {
  if (!(await isFirstInInterval(ctx, room_id))) return
  const { rows } = await sql<{ other_id: number }>`
    select user_low + user_high - ${ctx.viewer.id} other_id from chat_rooms
    where id = ${room_id} and not is_read_only`.execute(ctx.db)
  const [room] = rows
  if (!room || (await findBlock(ctx.db, ctx.viewer.id, room.other_id))) return
  await notifyTyping(ctx, room_id)
}
