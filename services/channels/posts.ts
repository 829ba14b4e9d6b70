import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ChannelLoss, ChannelPostState, ChannelState } from '#contract/channels.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { startParam } from '#contract/share-links.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { matchesWords } from '#services/listings/search/filters.ts'
import { isPostable, type PostRow, readPostRow, takesListing } from './columns.ts'
import { type PostStage, quietUntil, stageOf } from './rules.ts'
import { composePost, listPages, type Post, type Similar } from './text.ts'

/** True if a channel was ever connected, so that there may be something to do. */
export async function hasChannels({ db }: Context): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from channels) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Time of the oldest publication that is still posted. */
const oldestOf = (now: Date) => new Date(now.getTime() - limits.channels.newMs).toISOString()

/**
 * Stores a post to be made for each published listing that a channel takes. A listing that was over before its turn
 * came, and is published again, gets its turn too. A listing that was published days ago is never posted.
 */
export async function storeNewPosts(ctx: Context): Promise<void> {
  const now = ctx.now()
  await sql`
    insert into channel_posts (channel_id, listing_id, created_at)
    select channel.id, listing.id, ${now.toISOString()}
    from channels channel
    join listings listing on listing.listed_at >= channel.takes_since and ${takesListing}
    where channel.state = 'active' and ${isPostable(oldestOf(now))}
      and not exists (select from channel_posts post
        where post.channel_id = channel.id and post.listing_id = listing.id and post.state <> 'dropped')
    order by listing.listed_at, listing.id
    on conflict (channel_id, listing_id) do update set state = 'waiting', created_at = excluded.created_at
    where channel_posts.state = 'dropped'`.execute(ctx.db)
}

/** Drops waiting posts of listings that are over or too old, or that their channel no longer takes. */
export async function dropNeedlessPosts({ db, now }: Context): Promise<void> {
  await sql`
    update channel_posts post set state = 'dropped'
    from channels channel, listings listing
    where post.state = 'waiting' and channel.id = post.channel_id and listing.id = post.listing_id
      and (channel.state = 'removed' or not ${isPostable(oldestOf(now()))} or not ${takesListing})`.execute(
    db,
  )
}

export type PostedChannel = {
  id: number
  chat_id: number
  language: Language | null
  per_hour: number
  is_quiet: boolean
  state: ChannelState
  lost_reason: ChannelLoss | null
  /** True if a process died while it was posting there. */
  has_dead_post: boolean
}

/** A post that is to be sent or changed; `message_id` is null for a new one. */
export type DuePost = {
  listing_id: number
  state: ChannelPostState
  message_id: number | null
  attempts: number
  content_hash: string | null
  changes: number
}

/** Finds the channels that have posts to send or to change, and that no process is writing to. */
export async function findBusyChannels({ db, now }: Context): Promise<PostedChannel[]> {
  const time = now().toISOString()
  const { rows } = await sql<PostedChannel>`
    select id, chat_id, language, per_hour, is_quiet, state, lost_reason,
      exists (select from channel_posts post where post.channel_id = channel.id and post.state = 'sending') as has_dead_post
    from channels channel
    where next_at <= ${time} and (claimed_until is null or claimed_until < ${time})
      and exists (select from channel_posts post where post.channel_id = channel.id
        and (post.state in ('waiting', 'sending') or post.changes > post.shown_changes))
    order by id`.execute(db)
  return rows
}

/** SQL condition that the listing of a post was changed since the message was composed. The query needs the alias `post`. */
const isOutdated = sql`(post.changes > post.shown_changes)`

/**
 * Finds the next post of a channel: changes before new posts, and among them first what says that a listing is over.
 * New posts go in the order in which their listings were published.
 */
export async function findDuePost(ctx: Context, channel: PostedChannel): Promise<DuePost | undefined> {
  const { id, per_hour, is_quiet, state, lost_reason } = channel
  const now = ctx.now()
  const isNight = is_quiet && quietUntil(now) !== null
  const mayPost = state === 'active' && lost_reason === null && !isNight
  const hourAgo = new Date(now.getTime() - 60 * 60_000).toISOString()
  const { rows } = await sql<DuePost>`
    select post.listing_id, post.state, post.message_id, post.attempts, post.content_hash, post.changes
    from channel_posts post join listings listing on listing.id = post.listing_id
    where post.channel_id = ${id} and (post.retry_at is null or post.retry_at <= ${now.toISOString()})
      and ((post.state in ('posted', 'unknown') and ${isOutdated}) or (post.state = 'waiting' and ${mayPost}
        and (select count(*) from channel_posts sent
          where sent.channel_id = ${id} and sent.posted_at > ${hourAgo}) < ${per_hour}))
    order by post.state = 'waiting', listing.status = 'published',
      post.created_at, listing.listed_at, post.listing_id
    limit 1`.execute(ctx.db)
  return rows[0]
}

export type ComposedPost = Post & { stage: PostStage; hash: string; isNeedless: boolean }

/** Composes a post from what is true now. It is needless if the same stands there, or if a new one comes too late. */
export async function composeDuePost(
  ctx: Context,
  channel: Pick<PostedChannel, 'id' | 'language'>,
  due: Pick<DuePost, 'listing_id' | 'state' | 'content_hash'>,
): Promise<ComposedPost> {
  const row = await readPostRow(ctx.db, { listing_id: due.listing_id, channel_id: channel.id })
  if (!row) throw new Error(`listing ${due.listing_id} is missing`)
  const stage = stageOf(row)
  const post = composePost(ctx.config, row, channel)
  const hash = createHash('sha256').update(JSON.stringify(post)).digest('hex')
  const isNeedless = due.state === 'waiting' ? stage !== 'open' : hash === due.content_hash
  const isEnded = stage === 'filled' || stage === 'closed'
  const similar = isEnded && !isNeedless ? await findSimilar(ctx, row, channel) : null
  // The number of similar orders is no part of the hash, because a post is not changed when that number changes.
  return { ...(similar ? composePost(ctx.config, row, channel, similar) : post), stage, hash, isNeedless }
}

/** Longest start parameter of a mini-app, and of a chat with a bot, in characters. */
const longestParam = { app: 512, chat: 64 } as const

/** Finds open listings of the same kind by the first skill of a listing that is over, as the search would. */
async function findSimilar(
  { config, db }: { config: Context['config']; db: Db },
  { kind, id, skills }: PostRow,
  { language }: Pick<PostedChannel, 'language'>,
): Promise<Similar | null> {
  const [words] = skills
  if (!words) return null
  const longest = config.BOT_HAS_MAIN_APP ? longestParam.app : longestParam.chat
  if (startParam({ page: listPages[kind], query: words }).length > longest) return null
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from listings
      where kind = ${kind} and status = 'published' and id <> ${id}
        and ${matchesWords(language ?? defaultLanguage, words)}
      limit ${limits.totals.exact}) found`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > 0 ? { words, count } : null
}
