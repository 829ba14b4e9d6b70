import { sql } from 'kysely'
import type { z } from 'zod'
import type { adminChannelCalls, Channel } from '#contract/calls/admin-channels.ts'
import type { ChannelLoss } from '#contract/channels.ts'
import { AppError } from '#contract/errors.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { nextAt } from '#services/notifications/outbox/rules.ts'
import { nameIn } from '#services/reference/projections.ts'
import { isPostable, readPostRow, takesListing } from './columns.ts'
import { quietUntil } from './rules.ts'
import { partsOf } from './text.ts'

type ChannelReply = z.output<typeof Channel>
type ListReply = z.output<(typeof adminChannelCalls)['GET /api/admin/channels']['reply']>
type PreviewReply = z.output<(typeof adminChannelCalls)['GET /api/admin/channels/:id/preview']['reply']>

const dayMs = 24 * 60 * 60_000

/** Last midnight in Moscow. */
function midnight(now: Date): string {
  return new Date(nextAt(defaultTimeZone, 0, now).getTime() - dayMs).toISOString()
}

type Row = Omit<ChannelReply, 'lost' | 'quiet_until'> & {
  lost_reason: ChannelLoss | null
  lost_since: string | null
}

/** Reads connected channels with their figures, by title. */
async function readChannels(ctx: UserContext, id?: number): Promise<ChannelReply[]> {
  const now = ctx.now()
  const { rows } = await sql<Row>`
    select channel.id, title, username, kind, language, per_hour, is_quiet, channel.state, missing_rights, lost_reason,
      lost_since, created_at as connected_at,
      (select coalesce(json_agg(json_build_object('id', category.id, 'name', ${nameIn(ctx.language, 'category')})
        order by category.id), '[]') from categories category where category.id = any(channel.category_ids)) as categories,
      posts.*, (select count(*)::int from responses
        where responses.channel_id = channel.id and responses.status <> 'withdrawn') as responded
    from channels channel cross join lateral (
      select count(*) filter (where posted_at >= ${midnight(now)})::int as posted_today,
        max(posted_at) as last_posted_at, count(*) filter (where post.state = 'waiting')::int as waiting,
        coalesce(sum(opened), 0)::int as opened
      from channel_posts post where post.channel_id = channel.id) posts
    where channel.state <> 'removed' and ${id === undefined ? sql`true` : sql`channel.id = ${id}`}
    order by title, channel.id`.execute(ctx.db)
  return rows.map(({ lost_reason, lost_since, ...row }) => ({
    ...row,
    lost: lost_reason !== null && lost_since !== null ? { reason: lost_reason, since: lost_since } : null,
    quiet_until: row.is_quiet ? quietUntil(now) : null,
  }))
}

/** Lists the connected channels with their figures. */
export async function listChannels(ctx: UserContext): Promise<ListReply> {
  const items = await readChannels(ctx)
  const { rows } = await sql<{ edited_today: number; waiting_since: string | null }>`
    select (select count(*)::int from channel_posts where edited_at >= ${midnight(ctx.now())}) as edited_today,
      (select min(post.created_at) from channel_posts post join channels channel on channel.id = post.channel_id
        where post.state = 'waiting' and channel.state <> 'removed') as waiting_since`.execute(ctx.db)
  const [row] = rows
  const sum = (key: 'posted_today' | 'waiting') => items.reduce((total, channel) => total + channel[key], 0)
  return {
    items,
    posted_today: sum('posted_today'),
    edited_today: row?.edited_today ?? 0,
    waiting: sum('waiting'),
    waiting_since: row?.waiting_since ?? null,
  }
}

/** @throws not_found if the channel is not connected */
export async function getChannel(ctx: UserContext, id: number): Promise<ChannelReply> {
  const [channel] = await readChannels(ctx, id)
  if (!channel) throw new AppError('not_found')
  return channel
}

/** Returns the newest listing that the channel takes as it would be posted. @throws not_found */
export async function previewPost(ctx: UserContext, id: number): Promise<PreviewReply> {
  const { language } = await getChannel(ctx, id)
  const { rows } = await sql<{ id: number }>`
    select listing.id from channels channel join listings listing on ${isPostable('-infinity')} and ${takesListing}
    where channel.id = ${id} order by listing.listed_at desc, listing.id desc limit 1`.execute(ctx.db)
  const [newest] = rows
  const row = newest && (await readPostRow(ctx.db, { listing_id: newest.id, channel_id: id }))
  return { preview: row ? partsOf(row, language ?? defaultLanguage) : null }
}
