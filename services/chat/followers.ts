import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'

/** With the prefix in its name, because ioredis adds its prefix to keys but not to channels. */
const channelOf = (ctx: Context) => `${ctx.config.REDIS_PREFIX}:chat`

/** Milliseconds after which a follower reads Postgres by itself; Redis usually wakes it earlier. */
const rest = { withRedis: 25_000, alone: 3000 }
/** One clock for all of them. */
const tickMs = 500

/**
 * Tells every process that something changed in a room; they read from Postgres what it was. Call it after the commit.
 * Never throws: without Redis followers ask by themselves.
 */
export async function tellRoom(ctx: Context, room_id: number): Promise<void> {
  try {
    await ctx.redis.publish(channelOf(ctx), String(room_id))
  } catch (error) {
    ctx.log.debug({ err: error, room_id }, 'followers were not told')
  }
}

/** Tells every process that somebody writes in a room. Never throws: it is worth no repeat. */
export async function tellTyping(ctx: ActorContext, room_id: number): Promise<void> {
  await ctx.redis.publish(channelOf(ctx), `${room_id}:${ctx.viewer.id}`).catch(() => {})
}

export interface Follower {
  /** Something may have changed in the room. */
  wake(): void
  /** Nobody woke it for a while: it looks by itself. */
  rested(): void
  /** Somebody writes. */
  typing(user_id: number): void
}

export type Live = {
  follow(room_id: number, follower: Follower): void
  leave(room_id: number, follower: Follower): void
  close(): void
}

/** Wakes the followers of rooms in this process; listens to Redis from the first follower on. */
export function openLive(ctx: Context): Live {
  const rooms = new Map<number, Set<Follower>>()
  /** Since when each has not been woken, the longest first. */
  const resting = new Map<Follower, number>()
  let subscriber: Redis | undefined
  let clock: NodeJS.Timeout | undefined
  let isListening = false

  function noteWoken(follower: Follower): void {
    resting.delete(follower)
    resting.set(follower, Date.now())
  }
  function wake(follower: Follower): void {
    noteWoken(follower)
    follower.wake()
  }
  const wakeAll = () => {
    for (const followers of rooms.values()) for (const follower of followers) wake(follower)
  }
  function wakeRested(): void {
    const before = Date.now() - (isListening ? rest.withRedis : rest.alone)
    for (const [follower, since] of resting) {
      if (since > before) return
      noteWoken(follower)
      follower.rested()
    }
  }
  function listen(): Redis {
    const redis = ctx.redis.duplicate({ autoResubscribe: false, maxRetriesPerRequest: null })
    redis.on('error', (error: Error) => ctx.log.debug({ reason: error.message }, 'redis is away'))
    redis.on('ready', () => {
      redis.subscribe(channelOf(ctx)).then(
        () => {
          isListening = true
          wakeAll() // Notices that came before the subscription was there were missed.
        },
        () => redis.disconnect(true),
      )
    })
    redis.on('close', () => {
      if (isListening) wakeAll() // Without Redis they read Postgres by themselves; waking them starts that.
      isListening = false
    })
    redis.on('message', (_channel, said: string) => {
      const [room_id, user_id] = said.split(':').map(Number)
      for (const follower of rooms.get(room_id ?? 0) ?? [])
        if (user_id) follower.typing(user_id)
        else wake(follower)
    })
    return redis
  }

  return {
    follow(room_id, follower) {
      subscriber ??= listen()
      clock ??= setInterval(wakeRested, tickMs).unref()
      const followers = rooms.get(room_id) ?? new Set()
      rooms.set(room_id, followers.add(follower))
      wake(follower)
    },
    leave(room_id, follower) {
      const followers = rooms.get(room_id)
      followers?.delete(follower)
      if (followers?.size === 0) rooms.delete(room_id)
      resting.delete(follower)
    },
    close() {
      clearInterval(clock)
      subscriber?.disconnect()
    },
  }
}
