import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { tellTyping } from './followers.ts'

/** Of several words within a moment only the first is passed on, whatever the client does. */
async function isFirst({ redis, viewer }: ActorContext, room_id: number): Promise<boolean> {
  const said = await redis
    .set(`chat:typing:${room_id}:${viewer.id}`, 1, 'PX', limits.chat.typingMs, 'NX')
    .catch(() => null)
  return said === 'OK'
}

/** Tells the other side that the caller writes; nothing is kept, and nobody hears it who may not be written to. */
export async function noteTyping(ctx: ActorContext, room_id: number): Promise<void> {
  if (!(await isFirst(ctx, room_id))) return
  const { rows } = await sql<{ other_id: number }>`
    select user_low + user_high - ${ctx.viewer.id} other_id from chat_rooms
    where id = ${room_id} and not is_read_only`.execute(ctx.db)
  const [room] = rows
  if (!room || (await findBlock(ctx.db, ctx.viewer.id, room.other_id))) return
  await tellTyping(ctx, room_id)
}
