import type { Message } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Creates a function that tells whether a message needs an answer of its own. Telegram sends each photo of an album as
 * a separate message, but an album is one message to its sender, so only its first part is answered.
 */
export function createAlbumFilter(app: Context): (ctx: BotContext & { msg: Message }) => boolean {
  const answeredAlbums = new LRUCache<string, true>({
    max: 10_000,
    ttl: 10 * 60_000,
    perf: { now: () => app.now().getTime() },
  })
  return ({ msg, person }) => {
    if (!msg.media_group_id) return true
    const album = `${person.id}:${msg.media_group_id}`
    if (answeredAlbums.get(album)) return false
    answeredAlbums.set(album, true)
    return true
  }
}
