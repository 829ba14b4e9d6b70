import { z } from 'zod'
import { channelLosses, channelPaces, channelRights } from '../channels.ts'
import { languages } from '../languages.ts'
import { limits } from '../limits.ts'
import { defineCalls } from './call.ts'
import { Flag, text } from './fields.ts'
import { byId, CategoryId, ChannelId } from './ids.ts'
import { Time } from './scalars.ts'
import { Done, Ref } from './shapes.ts'

const addedReason = 'an operator connects Telegram channels, in which published listings are posted'

const ListingKind = z.enum(['order', 'vacancy'])
const PostLanguage = z.enum(languages)

export const Channel = z.object({
  id: z.int(),
  /** Title and user name in Telegram; a private channel has no user name. */
  title: z.string(),
  username: z.string().nullable(),
  /** Kind of listings that the channel takes; null takes both. */
  kind: ListingKind.nullable(),
  /** Categories that the channel takes, a group with all categories in it; empty takes every category. */
  categories: z.array(Ref),
  /**
   * Language of the listings that the channel takes, and of the words around them; null takes every language. A listing
   * without a language counts as one in the default language, a listing in any language fits every channel.
   */
  language: PostLanguage.nullable(),
  /** Greatest number of new posts in an hour. */
  per_hour: z.int(),
  /** True if the channel gets no new posts in the quiet hours. */
  is_quiet: z.boolean(),
  /** End of the quiet hours, while they keep new posts back; null otherwise. */
  quiet_until: Time.nullable(),
  state: z.enum(['active', 'paused']),
  /** Reason and time since which Telegram refuses posts; null if it accepts them. */
  lost: z.object({ reason: z.enum(channelLosses), since: Time }).nullable(),
  /** Rights that the bot was found to lack at the last check. */
  missing_rights: z.array(z.enum(channelRights)),
  /** Number of new posts since midnight in Moscow, and time of the last one. */
  posted_today: z.int(),
  last_posted_at: Time.nullable(),
  /** Number of posts that wait for their turn. */
  waiting: z.int(),
  /** Numbers of openings and responses by people who came from the channel. */
  opened: z.int(),
  responded: z.int(),
  connected_at: Time,
})

/** Settings of a channel, as an administrator writes them. */
const ChannelSettings = z.object({
  kind: ListingKind.nullable(),
  category_ids: z.array(CategoryId).max(limits.channels.categories),
  language: PostLanguage.nullable(),
  per_hour: z.coerce
    .number()
    .int()
    .refine((value) => (channelPaces as readonly number[]).includes(value)),
  is_quiet: Flag,
})

/**
 * A listing as a channel would show it. `title` is bold, `price` is bold and followed by `price_unit`, `terms` are
 * lines below the price, `text` is the beginning of the listing's text, `tags` are words with a hash.
 */
export const ChannelPreview = z.object({
  title: z.string(),
  price: z.string().nullable(),
  price_unit: z.string().nullable(),
  terms: z.array(z.string()),
  text: z.string(),
  tags: z.array(z.string()),
  button: z.string(),
})

const onChannel = {
  access: 'admin',
  params: byId(ChannelId),
  reply: Channel,
  errors: ['not_found'],
  added: addedReason,
} as const

/** Channels in which published listings are posted. */
export const adminChannelCalls = defineCalls({
  'GET /api/admin/channels': {
    access: 'admin',
    reply: z.object({
      items: z.array(Channel),
      /** Since midnight in Moscow: new posts, and changes of posts. */
      posted_today: z.int(),
      edited_today: z.int(),
      /** Posts that wait for their turn, and time since which the first of them waits. */
      waiting: z.int(),
      waiting_since: Time.nullable(),
    }),
    added: addedReason,
  },
  'POST /api/admin/channels': {
    access: 'admin',
    /** `chat`: the channel's @name, its link, or its id in Telegram. */
    body: ChannelSettings.partial().extend({ chat: text(2, 100) }),
    reply: Channel,
    /**
     * `channel_unknown`: Telegram knows no such channel, or the bot is not in it. `channel_rights_missing`: details
     * name the `missing` rights. `channel_connected`: the channel is connected already.
     */
    errors: ['not_found', 'channel_unknown', 'channel_rights_missing', 'channel_connected', 'unavailable'],
    added: addedReason,
  },
  'POST /api/admin/channels/:id/settings': { ...onChannel, body: ChannelSettings },
  'POST /api/admin/channels/:id/paused': { ...onChannel, body: z.object({ is_paused: Flag }) },
  'POST /api/admin/channels/:id/check': { ...onChannel, errors: ['not_found', 'unavailable'] },
  'DELETE /api/admin/channels/:id': { ...onChannel, reply: Done },
  'GET /api/admin/channels/:id/preview': {
    ...onChannel,
    /** Newest listing that the channel takes, as it would be posted; null if there is none. */
    reply: z.object({ preview: ChannelPreview.nullable() }),
  },
})
