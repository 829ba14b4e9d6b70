import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'

/** With the prefix in its name, because ioredis adds its prefix to keys but not to channels. */
const channelOf = (ctx: Context) => `${ctx.config.REDIS_PREFIX}:chat`

/** Milliseconds after which a follower reads Postgres by itself; Redis usually wakes it earlier. */
const rest = { withRedis: 25_000, alone: 3000 }

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

export type Live = {
  /** Calls `wake` whenever something may have changed in the room. @returns stops it */
  follow(room_id: number, wake: () => void): () => void
  /** Milliseconds after which a follower looks by itself. */
  rest(): number
  close(): void
}

/** Wakes the followers of rooms in this process; listens to Redis from the first follower on. */
export function openLive(ctx: Context): Live {
  const rooms = new Map<number, Set<() => void>>()
  let subscriber: Redis | undefined
  let isListening = false

  const wakeAll = () => {
    for (const followers of rooms.values()) for (const wake of followers) wake()
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
    redis.on('message', (_channel, room_id) => {
      for (const wake of rooms.get(Number(room_id)) ?? []) wake()
    })
    return redis
  }

  return {
    follow(room_id, wake) {
      subscriber ??= listen()
      const followers = rooms.get(room_id) ?? new Set()
      rooms.set(room_id, followers.add(wake))
      return () => {
        followers.delete(wake)
        if (followers.size === 0 && rooms.get(room_id) === followers) rooms.delete(room_id)
      }
    },
    rest: () => (isListening ? rest.withRedis : rest.alone),
    close: () => subscriber?.disconnect(),
  }
}
