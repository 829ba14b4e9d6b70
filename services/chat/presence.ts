import type { Context } from '#services/core/context.ts'

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
