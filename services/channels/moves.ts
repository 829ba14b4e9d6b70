import { sql } from 'kysely'
import type { ChannelLoss, ChannelPostState } from '#contract/channels.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { notifyOperators } from './messages.ts'
import type { DuePost } from './posts.ts'

/** The writer of the states of posts in channels, and of what Telegram refuses. */

/** Name of the process that writes to a channel, and the time until which no other one may. */
export type Claim = { owner: string; until: string }

/**
 * Claims a channel, so that no other process writes to it until `until`. A post that another process was sending when
 * it died may stand in the channel: it becomes `unknown`, and the operators are told.
 * @returns false if another process writes to the channel
 */
export async function claimChannel(
  ctx: Context,
  channel_id: number,
  { owner, until }: Claim,
): Promise<boolean> {
  const now = ctx.now().toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update channels set claimed_by = ${owner}, claimed_until = ${until}
      where id = ${channel_id} and next_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      returning id`.execute(tx)
    if (rows.length === 0) return false
    const { rows: lost } = await sql<{ listing_id: number }>`
      update channel_posts set state = 'unknown' where channel_id = ${channel_id} and state = 'sending'
      returning listing_id`.execute(tx)
    for (const { listing_id } of lost)
      await notifyOperators(ctx, tx, { channel_id, listing_id, about: 'unknown' })
    return true
  })
}

export async function releaseChannel({ db }: Context, id: number, owner: string): Promise<void> {
  await db
    .updateTable('channels')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_by', '=', owner)
    .execute()
}

/**
 * Stores that a new post is about to be sent, and prolongs the claim.
 * @returns number of the last message in the channel that is known before it; undefined if the claim is over, so that
 * nothing may be sent
 */
export async function beginPost(
  ctx: Context,
  { channel_id, listing_id }: { channel_id: number; listing_id: number },
  { owner, until }: Claim,
): Promise<{ last_message: number | null } | undefined> {
  const { rows } = await sql<{ last_message: number | null }>`
    with claim as (
      update channels set claimed_until = ${until}
      where id = ${channel_id} and claimed_by = ${owner} and claimed_until >= ${ctx.now().toISOString()}
      returning id
    )
    update channel_posts post set state = 'sending', attempts = attempts + 1 from claim
    where post.channel_id = claim.id and post.listing_id = ${listing_id} and post.state = 'waiting'
    returning (select max(message_id) from channel_posts known where known.channel_id = ${channel_id}) as last_message`.execute(
    ctx.db,
  )
  return rows[0]
}

/** Posts of one channel whose fate is not known, and the last message that was known before them. */
export type Doubt = { after: number | null; listing_ids: number[] }

/**
 * Decides about posts whose fate is not known when a later post arrived as `message_id`. Telegram numbers the messages of
 * a channel without gaps. If all numbers since then belong to known posts, the doubtful ones do not exist, and they wait
 * for their turn again. A number that nobody knows may be theirs or that of a post by hand: then nothing is sent.
 */
export async function settleDoubt(
  { db }: Context,
  channel_id: number,
  { after, listing_ids }: Doubt,
  message_id: number,
): Promise<void> {
  if (after === null) return
  await sql`
    update channel_posts set state = 'waiting'
    where channel_id = ${channel_id} and listing_id = any(${listing_ids}::bigint[]) and state = 'unknown'
      and ${message_id}::bigint - ${after}::bigint = (select count(*) from channel_posts known
        where known.channel_id = ${channel_id} and known.message_id > ${after} and known.message_id <= ${message_id})`.execute(
    db,
  )
}

type PostId = { channel_id: number; listing_id: number }

/** How an attempt to send or to change a post ended. */
export type PostOutcome =
  | { is: 'sent'; message_id: number; hash: string }
  | { is: 'edited'; hash: string }
  /** Nothing had to be done, or nothing more can be done. */
  | { is: 'settled'; state?: ChannelPostState }
  /** Telegram did certainly not do it; it is tried again at `retry_at`. */
  | { is: 'again'; retry_at: string; untried?: true }
  /** It is not known whether a new post stands in the channel. */
  | { is: 'unknown' }
  /**
   * A post that should say that its listing is over can be neither changed nor deleted. Without `retry_at` it is not
   * known whether it stands in the channel.
   */
  | { is: 'stuck'; retry_at?: string }
  /** Telegram refused this one new post. */
  | { is: 'refused'; retry_at: string }

/** Stores the outcome of an attempt. A later change of the listing makes the post due again. */
export async function recordOutcome(
  ctx: Context,
  { channel_id, listing_id }: PostId,
  { changes, message_id, attempts }: Pick<DuePost, 'changes' | 'message_id' | 'attempts'>,
  outcome: PostOutcome,
): Promise<void> {
  const now = ctx.now().toISOString()
  const done = { shown_changes: changes, attempts: 0, retry_at: null }
  const isNew = message_id === null
  await ctx.db.transaction().execute(async (tx) => {
    const write = (values: object) =>
      tx
        .updateTable('channel_posts')
        .set(values)
        .where('channel_id', '=', channel_id)
        .where('listing_id', '=', listing_id)
        .execute()
    if (outcome.is === 'sent') {
      const { message_id, hash: content_hash } = outcome
      await write({ ...done, state: 'posted', message_id, content_hash, posted_at: now })
    } else if (outcome.is === 'edited') await write({ ...done, content_hash: outcome.hash, edited_at: now })
    else if (outcome.is === 'settled')
      await write({ ...done, ...(outcome.state && { state: outcome.state }) })
    else if (outcome.is === 'unknown') {
      await write({ state: 'unknown', attempts: 0, retry_at: null })
      await notifyOperators(ctx, tx, { channel_id, listing_id, about: 'unknown' })
    } else if (outcome.retry_at === undefined) {
      await write(done)
      await notifyOperators(ctx, tx, { channel_id, listing_id, about: 'stuck' })
    } else {
      const counted = outcome.is === 'again' && outcome.untried ? attempts : attempts + 1
      await write({ attempts: counted, retry_at: outcome.retry_at, ...(isNew && { state: 'waiting' }) })
      if (outcome.is !== 'again')
        await notifyOperators(ctx, tx, { channel_id, listing_id, about: outcome.is })
    }
  })
}

/** Stores the time until which nothing is sent to a channel. */
export async function pauseUntil({ db }: Context, id: number, next_at: string): Promise<void> {
  await db.updateTable('channels').set({ next_at }).where('id', '=', id).execute()
}

/**
 * Stores that Telegram refuses posts to a channel, and tells the operators. Its posts wait. A refusal may show that the
 * right to post is missing before the rights are read.
 */
export async function markLost(ctx: Context, tx: Tx, id: number, lost_reason: ChannelLoss): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<{ state: string }>`
    update channels set lost_reason = ${lost_reason}, lost_since = coalesce(lost_since, ${now}), updated_at = ${now},
      missing_rights = case when ${lost_reason === 'no_right'} and not ('can_post_messages' = any(missing_rights))
        then array_prepend('can_post_messages', missing_rights) else missing_rights end
    where id = ${id} and lost_reason is distinct from ${lost_reason}
    returning state`.execute(tx)
  const [changed] = rows
  if (!changed) return
  ctx.log.error({ channel_id: id, reason: lost_reason }, 'a channel takes no posts')
  if (changed.state !== 'removed') await notifyOperators(ctx, tx, { channel_id: id, about: 'lost' })
}

/** Stores that a channel takes posts again, and tells the operators. Its waiting posts go in their order. */
export async function markFound(ctx: Context, tx: Tx, id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const { rows } = await sql<{ state: string }>`
    update channels set lost_reason = null, lost_since = null, next_at = least(next_at, ${now}), updated_at = ${now}
    where id = ${id} and lost_reason is not null returning state`.execute(tx)
  const [changed] = rows
  if (!changed) return
  // Posts that could not be changed meanwhile are changed now.
  await sql`update channel_posts set retry_at = null where channel_id = ${id} and retry_at is not null`.execute(
    tx,
  )
  if (changed.state !== 'removed') await notifyOperators(ctx, tx, { channel_id: id, about: 'found' })
}

/**
 * Stores that Telegram has given a channel another id. If that is the id of another connected channel, this one is no
 * more.
 */
export async function followChannel(ctx: Context, tx: Tx, id: number, chat_id: number): Promise<void> {
  const { rows } = await sql`
    update channels set chat_id = ${chat_id}
    where id = ${id} and not exists (select from channels where chat_id = ${chat_id}) returning id`.execute(
    tx,
  )
  if (rows.length === 0) await markLost(ctx, tx, id, 'gone')
}
