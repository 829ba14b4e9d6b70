import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { findStaffChats, operatorsPriority } from '#services/notifications/staff-chats.ts'

export type ChannelNews = { channel_id: number } & (
  | { about: 'lost' | 'found' }
  | { about: 'unknown' | 'stuck'; listing_id: number }
)

/**
 * Tells the operators about a channel or about a post in it. News of a post come once; news of a channel once an hour
 * at most, because its rights may change often.
 */
export async function notifyOperators(ctx: Context, tx: Tx, news: ChannelNews): Promise<void> {
  const { operators } = await findStaffChats(tx, ctx.config)
  const { channel_id, about } = news
  const of = 'listing_id' in news ? news.listing_id : ctx.now().toISOString().slice(0, 13)
  await queueDelivery(ctx, tx, {
    to: { chat_id: operators },
    kind: 'channel_news',
    payload: news,
    dedupe_key: `channel_news:${channel_id}:${about}:${of}`,
    priority: operatorsPriority.alarm,
  })
}
