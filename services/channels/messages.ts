import type { ChannelRight } from '#contract/channels.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { translateFor } from '#services/notifications/format.ts'
import type { MessageKind, MessageKinds } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { findStaffChats, operatorsPriority } from '#services/notifications/staff-chats.ts'

export type ChannelNews = { channel_id: number } & (
  | { about: 'lost' | 'found' | 'narrowed' }
  | { about: 'unknown' | 'stuck' | 'refused'; listing_id: number }
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

/**
 * Public address of a message in a channel. Members of a private channel can open its own kind of address, which exists
 * for messages alone.
 */
export function postUrl(
  { chat_id, username }: { chat_id: number; username: string | null },
  message_id: number,
): string {
  const channel = username ?? `c/${String(chat_id).replace(/^-100/, '')}`
  return `https://t.me/${channel}/${message_id}`
}

/** Message to the operators about a channel that takes no posts, or about a post that somebody has to look at. */
const channelNews: MessageKind<'channel_news'> = {
  async compose({ db }, { channel_id, about, listing_id }, reader) {
    const channel = await db
      .selectFrom('channels')
      .select(['chat_id', 'title', 'username', 'lost_reason', 'missing_rights', 'state'])
      .where('id', '=', channel_id)
      .executeTakeFirst()
    if (!channel) return null
    const { title, lost_reason, missing_rights, state } = channel
    if (listing_id === undefined) {
      // A message is outdated if the channel's state has changed since the message was queued.
      if (state === 'removed' || (about === 'lost') !== (lost_reason !== null)) return null
      const nameOf = (right: ChannelRight) => translatorFor(reader.language)(`admin.channels.right.${right}`)
      const parts = { title, rights: missing_rights.map(nameOf).join(', ') }
      if (about === 'narrowed')
        return missing_rights.length > 0 ? { text: translateFor(reader, 'channel.narrowed', parts) } : null
      const count = await countWaiting(db, channel_id)
      const waiting = count > 0 ? ` ${translateFor(reader, 'channel.waiting', {}, count)}` : ''
      const key = lost_reason === null ? 'found' : `lost.${lost_reason}`
      return { text: translateFor(reader, `channel.${key}`, parts) + waiting }
    }
    const post = await db
      .selectFrom('channel_posts')
      .innerJoin('listings', 'listings.id', 'channel_posts.listing_id')
      .select(['message_id', 'channel_posts.state', 'listings.title'])
      .select((eb) =>
        eb
          .selectFrom('channel_posts as known')
          .select((known) => known.fn.max('known.message_id').as('last'))
          .where('known.channel_id', '=', channel_id)
          .as('last_message'),
      )
      .where('channel_id', '=', channel_id)
      .where('listing_id', '=', listing_id)
      .executeTakeFirst()
    if (!post || post.state === 'deleted' || (about === 'unknown' && post.state !== 'unknown')) return null
    if (about === 'refused' && post.state !== 'waiting') return null
    const url = postUrl(channel, post.message_id ?? post.last_message ?? 1)
    const parts = { channel: title, listing: post.title, id: String(listing_id) }
    const button = { text: translateFor(reader, 'channel.button'), url }
    return { text: translateFor(reader, `channel.${about}`, parts), keyboard: [[button]] }
  },
}

async function countWaiting(db: Context['db'], channel_id: number): Promise<number> {
  const { count } = await db
    .selectFrom('channel_posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('channel_id', '=', channel_id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const channelMessages: Pick<MessageKinds, 'channel_news'> = { channel_news: channelNews }
