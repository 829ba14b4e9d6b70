import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findBlock } from '#services/users/visibility/blocks.ts'
import { notifyTyping } from './followers.ts'

/**
 * Milliseconds after which an open chat counts as closed. A live stream renews the mark of an open chat more often than
 * that.
 */
const expiryMs = 60_000

/**
 * Redis key of a sorted set with the streams in which a person has a chat open, each with its expiry time. A person may
 * have the chat open on several devices.
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

/**
 * True if the person has the chat open on any device. False without Redis, because one notification too many is better
 * than none.
 */
export async function isPresent(ctx: Context, room_id: number, user_id: number): Promise<boolean> {
  try {
    return (await ctx.redis.zcount(key(room_id, user_id), ctx.now().getTime(), '+inf')) > 0
  } catch {
    return false
  }
}

/**
 * True for the first typing signal within an interval. Clients send many typing signals, and only the first one is
 * forwarded.
 */
async function isFirstInInterval({ redis, viewer }: ActorContext, room_id: number): Promise<boolean> {
  const reply = await redis
    .set(`chat:typing:${room_id}:${viewer.id}`, 1, 'PX', limits.chat.typingMs, 'NX')
    .catch(() => null)
  return reply === 'OK'
}

/**
 * Notifies the other member of a chat that the caller is typing. Nothing is stored. Nothing happens if one of the two
 * members has blocked the other, or if the chat is read-only.
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
