import type { Context } from '#services/core/context.ts'

/** Longer than the rest of a live stream between two refreshes. */
const lifeSeconds = 60

const key = (room_id: number, user_id: number) => `chat:open:${room_id}:${user_id}`

/** Notes that a person looks at a room at this moment, or stopped looking. Never throws. */
export async function notePresence(
  ctx: Context,
  { room_id, user_id }: { room_id: number; user_id: number },
  isOpen: boolean,
): Promise<void> {
  const name = key(room_id, user_id)
  try {
    await (isOpen ? ctx.redis.set(name, 1, 'EX', lifeSeconds) : ctx.redis.del(name))
  } catch (error) {
    ctx.log.debug({ err: error }, 'presence was not noted')
  }
}

/** False also when Redis is away: a push too many is better than none. */
export async function isPresent(ctx: Context, room_id: number, user_id: number): Promise<boolean> {
  try {
    return (await ctx.redis.exists(key(room_id, user_id))) === 1
  } catch {
    return false
  }
}
