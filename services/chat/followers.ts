import type { Redis } from 'ioredis'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'

/**
 * Name of the Redis channel for changes of chats. The name contains the key prefix, because ioredis adds the prefix to
 * keys but not to channels.
 */
const channelOf = (ctx: Context) => `${ctx.config.REDIS_PREFIX}:chat`

/**
 * Milliseconds without a signal from Redis after which a follower of a chat polls Postgres. With Redis, a follower is
 * usually notified earlier.
 */
const pollMs = { withRedis: 25_000, alone: 3000 }
/** Milliseconds between two runs of the one timer that makes followers poll. */
const tickMs = 500

/**
 * Notifies every process that a chat has changed. The processes read the change from Postgres, so call this after the
 * commit. Never throws: without Redis the followers of the chat poll.
 */
export async function notifyRoom(ctx: Context, room_id: number): Promise<void> {
  try {
    await ctx.redis.publish(channelOf(ctx), String(room_id))
  } catch (error) {
    ctx.log.debug({ err: error, room_id }, 'followers were not told')
  }
}

/**
 * Notifies every process that somebody is typing. Never throws, because a typing signal is not worth a retry.
 */
export async function notifyTyping(ctx: ActorContext, room_id: number): Promise<void> {
  await ctx.redis.publish(channelOf(ctx), `${room_id}:${ctx.viewer.id}`).catch(() => {})
}

export interface Follower {
  /** Called when the chat may have changed. */
  wake(): void
  /** Called when the follower got no signal for a while, so that it polls Postgres. */
  poll(): void
  /** Called when a person is typing in the chat. */
  typing(user_id: number): void
}

export type ChatFollowers = {
  follow(room_id: number, follower: Follower): void
  leave(room_id: number, follower: Follower): void
  close(): void
}

/** Notifies the followers of chats in this process. The subscription to Redis starts with the first follower. */
export function openChatFollowers(ctx: Context): ChatFollowers {
  const rooms = new Map<number, Set<Follower>>()
  /** Time of the last notification or poll of each follower, the oldest time first. */
  const lastWoken = new Map<Follower, number>()
  let subscriber: Redis | undefined
  let pollTimer: NodeJS.Timeout | undefined
  let isListening = false

  function markWoken(follower: Follower): void {
    lastWoken.delete(follower)
    lastWoken.set(follower, Date.now())
  }
  function wake(follower: Follower): void {
    markWoken(follower)
    follower.wake()
  }
  const wakeAll = () => {
    for (const followers of rooms.values()) for (const follower of followers) wake(follower)
  }
  function pollIdle(): void {
    const idleSince = Date.now() - (isListening ? pollMs.withRedis : pollMs.alone)
    for (const [follower, since] of lastWoken) {
      if (since > idleSince) return
      markWoken(follower)
      follower.poll()
    }
  }
  function listen(): Redis {
    const redis = ctx.redis.duplicate({ autoResubscribe: false, maxRetriesPerRequest: null })
    redis.on('error', (error: Error) => ctx.log.debug({ reason: error.message }, 'redis is away'))
    redis.on('ready', () => {
      redis.subscribe(channelOf(ctx)).then(
        () => {
          isListening = true
          // Followers have missed the changes that were published before this subscription, so all of them are notified
          // once.
          wakeAll()
        },
        () => redis.disconnect(true),
      )
    })
    redis.on('close', () => {
      // Without Redis, followers poll Postgres. Notifying them once covers changes that were lost when the connection
      // broke.
      if (isListening) wakeAll()
      isListening = false
    })
    redis.on('message', (_channel, payload: string) => {
      const [room_id, user_id] = payload.split(':').map(Number)
      for (const follower of rooms.get(room_id ?? 0) ?? [])
        if (user_id) follower.typing(user_id)
        else wake(follower)
    })
    return redis
  }

  return {
    follow(room_id, follower) {
      subscriber ??= listen()
      pollTimer ??= setInterval(pollIdle, tickMs).unref()
      const followers = rooms.get(room_id) ?? new Set()
      rooms.set(room_id, followers.add(follower))
      wake(follower)
    },
    leave(room_id, follower) {
      const followers = rooms.get(room_id)
      followers?.delete(follower)
      if (followers?.size === 0) rooms.delete(room_id)
      lastWoken.delete(follower)
    },
    close() {
      clearInterval(pollTimer)
      subscriber?.disconnect()
    },
  }
}
