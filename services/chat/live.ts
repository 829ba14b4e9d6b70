import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'

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

/** Tells every process that somebody writes in a room. Never throws: it is worth no repeat. */
export async function tellTyping(ctx: ActorContext, room_id: number): Promise<void> {
  await ctx.redis.publish(channelOf(ctx), `${room_id}:${ctx.viewer.id}`).catch(() => {})
}

type Follower = { wake: () => void; typing: (user_id: number) => void }

export type Live = {
  /** Calls `wake` whenever something may have changed in the room, `typing` when somebody writes. @returns stops it */
  follow(room_id: number, follower: Follower): () => void
  /** Milliseconds after which a follower looks by itself. */
  rest(): number
  close(): void
}

/** Wakes the followers of rooms in this process; listens to Redis from the first follower on. */
export function openLive(ctx: Context): Live {
  const rooms = new Map<number, Set<Follower>>()
  let subscriber: Redis | undefined
  let isListening = false

  const wakeAll = () => {
    for (const followers of rooms.values()) for (const { wake } of followers) wake()
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
      for (const { wake, typing } of rooms.get(room_id ?? 0) ?? [])
        if (user_id) typing(user_id)
        else wake()
    })
    return redis
  }

  return {
    follow(room_id, follower) {
      subscriber ??= listen()
      const followers = rooms.get(room_id) ?? new Set()
      rooms.set(room_id, followers.add(follower))
      return () => {
        followers.delete(follower)
        if (followers.size === 0 && rooms.get(room_id) === followers) rooms.delete(room_id)
      }
    },
    rest: () => (isListening ? rest.withRedis : rest.alone),
    close: () => subscriber?.disconnect(),
  }
}
