import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { notifyTyping } from './followers.ts'

/** Longer than the interval between two refreshes of a live stream. */
const expiryMs = 60_000

/**
 * A person may have a chat open on several devices. The sorted set holds each stream with its expiry time.
 */
const key = (room_id: number, user_id: number) => `chat:looking:${room_id}:${user_id}`

type OpenStream = { room_id: number; user_id: number; stream_id: string }

/** Stores that a stream shows a chat, or that it was closed. Never throws. */
export async function notePresence(
  ctx: Context,
  { room_id, user_id, stream_id }: OpenStream,
  isOpen: boolean,
): Promise<void> {
  const name = key(room_id, user_id)
  try {
    if (!isOpen) await ctx.redis.zrem(name, stream_id)
    else
      await ctx.redis
        .multi()
        .zadd(name, ctx.now().getTime() + expiryMs, stream_id)
        .pexpire(name, expiryMs)
        .exec()
  } catch (error) {
    ctx.log.debug({ err: error }, 'presence was not noted')
  }
}

/** Also false without Redis: one push too many is better than none. */
export async function isPresent(ctx: Context, room_id: number, user_id: number): Promise<boolean> {
  try {
    return (await ctx.redis.zcount(key(room_id, user_id), ctx.now().getTime(), '+inf')) > 0
  } catch {
    return false
  }
}

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
