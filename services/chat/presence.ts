import type { Context } from '#services/core/context.ts'

/** Longer than the rest of a live stream between two refreshes. */
const lifeMs = 60_000

/** A person may look at a room on several devices: each stream stands in the set with the moment at which it ends. */
const key = (room_id: number, user_id: number) => `chat:looking:${room_id}:${user_id}`

type Look = { room_id: number; user_id: number; stream_id: string }

/** Notes that a stream of a person shows a room at this moment, or stopped. Never throws. */
export async function notePresence(
  ctx: Context,
  { room_id, user_id, stream_id }: Look,
  isOpen: boolean,
): Promise<void> {
  const name = key(room_id, user_id)
  try {
    if (!isOpen) await ctx.redis.zrem(name, stream_id)
    else
      await ctx.redis
        .multi()
        .zadd(name, ctx.now().getTime() + lifeMs, stream_id)
        .pexpire(name, lifeMs)
        .exec()
  } catch (error) {
    ctx.log.debug({ err: error }, 'presence was not noted')
  }
}

/** False also when Redis is away: a push too many is better than none. */
export async function isPresent(ctx: Context, room_id: number, user_id: number): Promise<boolean> {
  try {
    return (await ctx.redis.zcount(key(room_id, user_id), ctx.now().getTime(), '+inf')) > 0
  } catch {
    return false
  }
}
