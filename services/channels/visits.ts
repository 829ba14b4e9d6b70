import { parseStartParam } from '#contract/deep-links.ts'
import type { Context } from '#services/core/context.ts'

/** Redis hash with openings from channels that are not added to Postgres yet: `<channel id>:<listing id>` -> count. */
export const pendingOpenings = 'views:pending-channels'

/** Seconds for which it is remembered that a person came to a listing from a channel, as for views. */
const memory = 2 * 24 * 60 * 60

const nameOf = (listing_id: number, viewer_id: number) => `views:from-channel:${listing_id}:${viewer_id}`

/**
 * Counts that a person came to a listing from its post in a channel, each person once in two days. The link names both;
 * other links count nothing. The person's id is stored only in Redis and expires. Without Redis nothing is counted, and the
 * function never throws.
 * @param start_param start parameter that Telegram has signed, or that the bot got with `/start`
 */
export async function countChannelVisit(
  ctx: Context,
  start_param: string | undefined,
  viewer_id: number,
): Promise<void> {
  const { id: listing_id, from } = parseStartParam(start_param)
  if (listing_id === undefined || from === undefined) return
  try {
    const post = await ctx.db
      .selectFrom('channel_posts as post')
      .innerJoin('listings as listing', 'listing.id', 'post.listing_id')
      .select('post.listing_id')
      .where('post.channel_id', '=', from)
      .where('post.listing_id', '=', listing_id)
      .where('post.state', 'in', ['sending', 'posted', 'unknown', 'deleted'])
      .where('listing.author_id', '<>', viewer_id)
      .executeTakeFirst()
    if (!post) return
    const isNew = await ctx.redis.set(nameOf(listing_id, viewer_id), from, 'EX', memory, 'NX')
    if (isNew) await ctx.redis.hincrby(pendingOpenings, `${from}:${listing_id}`, 1)
  } catch (error) {
    ctx.log.debug({ err: error, listing_id }, 'an opening from a channel was not counted')
  }
}

/** Returns the id of the channel from which a person came to a listing in the last two days; null if there is none. */
export async function findOriginChannel(
  { redis }: Pick<Context, 'redis'>,
  listing_id: number,
  viewer_id: number,
): Promise<number | null> {
  const channel = await redis.get(nameOf(listing_id, viewer_id)).catch(() => null)
  return channel === null ? null : Number(channel)
}
