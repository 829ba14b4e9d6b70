import type { Generated } from 'kysely'
import type { ChannelLoss, ChannelPostState, ChannelRight, ChannelState } from '#contract/channels.ts'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Id, Time, WrittenAt } from './columns.ts'

/** Telegram channels in which published listings are posted. */
export interface Channels {
  id: Id
  chat_id: number
  title: string
  username: string | null
  /** Kind of listings that the channel takes; null for both. */
  kind: ListingKind | null
  /** Categories that the channel takes, groups among them; empty for all. */
  category_ids: Generated<number[]>
  /** Language of the listings that the channel takes; null for all. */
  language: Language | null
  /** Greatest number of new posts in an hour. */
  per_hour: number
  /** True if the channel gets no new posts in the quiet hours. */
  is_quiet: Generated<boolean>
  state: Generated<ChannelState>
  /** Listings that were published before this time are not posted. */
  takes_since: Time
  /** Time before which nothing is sent to the channel, because of Telegram's limits. */
  next_at: Time
  /** Process that writes to the channel, and the time until which no other one may. */
  claimed_by: string | null
  claimed_until: Time | null
  /** Time of the last check of the bot's rights, and the rights that were missing. */
  checked_at: Time
  missing_rights: Generated<ChannelRight[]>
  /** Reason and time since which Telegram refuses posts; null if it accepts them. */
  lost_reason: ChannelLoss | null
  lost_since: Time | null
  created_at: WrittenAt
  updated_at: WrittenAt
}

/** Posts of listings in channels. A listing has one post in a channel at most. */
export interface ChannelPosts {
  channel_id: number
  listing_id: number
  state: Generated<ChannelPostState>
  message_id: number | null
  /**
   * Number of changes of the listing that triggers have counted, and number of those that the message shows. The
   * message is outdated if they differ.
   */
  changes: Generated<number>
  shown_changes: Generated<number>
  /** Hash of what stands in the channel. */
  content_hash: string | null
  /** Time before which a refused post is not tried again. */
  retry_at: Time | null
  attempts: Generated<number>
  /** Number of people who opened the listing from the post, each counted once in two days. */
  opened: Generated<number>
  posted_at: Time | null
  edited_at: Time | null
  created_at: WrittenAt
}
