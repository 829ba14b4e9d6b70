import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Api, GrammyError } from 'grammy'
import {
  beginPost,
  type Claim,
  claimChannel,
  type Doubt,
  type PostOutcome,
  recordOutcome,
  releaseChannel,
  settleDoubt,
} from '#services/channels/moves.ts'
import {
  type ComposedPost,
  composeDuePost,
  type DuePost,
  dropNeedlessPosts,
  findBusyChannels,
  findDuePost,
  hasChannels,
  type PostedChannel,
  storeNewPosts,
} from '#services/channels/posts.ts'
import { connectConfiguredChannel, recheckChannels } from '#services/channels/rights.ts'
import type { Context } from '#services/core/context.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { type Loop, startLoop } from '#workers/engine/loop.ts'
import { addMs, timing } from '#workers/engine/timing.ts'
import { refusedEdit, refusedPost } from '#workers/telegram/channel-refusals.ts'
import { isGone, isUnchanged } from '#workers/telegram/errors.ts'
import { type RateLimiter, scaledRates, telegramRateLimiter } from '#workers/telegram/rate-limiter.ts'

export type Poster = {
  api: Api
  limiter: RateLimiter
  /** Name of this process among those that write to channels. */
  owner: string
  /** Posts of this process whose fate is not known, by channel, and the time before which no further one goes there. */
  doubts: Map<number, Doubt & { until: string }>
  /** Time of the next look at the channel of the settings, and at missing rights. */
  lookAt?: string
}

/**
 * Posts published listings in channels and changes their posts. Everything that is to stand in a channel follows from
 * the rows, so that nothing is lost while Telegram, Redis or this process is away. A new post is sent once at most.
 */
export function startChannelPosts(ctx: Context): Loop {
  const poster: Poster = {
    api: telegramApi(ctx.config, timing.delivery.timeout / 1000),
    limiter: telegramRateLimiter(ctx.redis, scaledRates(ctx.config.TELEGRAM_RATE_SCALE)),
    owner: randomUUID(),
    doubts: new Map(),
  }
  return startLoop(ctx, { name: 'channel-posts', round: (loopCtx) => postDue(loopCtx, poster) })
}

/**
 * Finds the listings that are to be posted, then sends and changes posts for up to a second. Finding them reads all that
 * wait, so that it is not done after each post; a listing that is over does not wait for it.
 * @returns milliseconds until the next round; 0 if there may be more work now
 */
export async function postDue(ctx: Context, poster: Poster): Promise<number> {
  await lookAtRights(ctx, poster)
  if (!(await hasChannels(ctx))) return timing.channels.idle
  await dropNeedlessPosts(ctx)
  await storeNewPosts(ctx)
  const end = Date.now() + timing.channels.poll
  let pause = 0
  while (pause === 0 && Date.now() < end) pause = await postOnce(ctx, poster)
  return pause
}

/**
 * Sends or changes one post in each channel.
 * @returns milliseconds until the next time; 0 if there may be more work now
 */
async function postOnce(ctx: Context, poster: Poster): Promise<number> {
  const channels = await findBusyChannels(ctx)
  const waits = await Promise.all(
    channels.map((channel) =>
      writeTo(ctx, poster, channel).catch((error) => {
        ctx.log.warn({ err: error, channel_id: channel.id }, 'a channel could not be written to')
        return timing.channels.poll
      }),
    ),
  )
  return Math.min(timing.channels.poll, ...waits)
}

/** Connects the channel of the settings, and asks again about channels in which rights were missing. */
async function lookAtRights(ctx: Context, poster: Poster): Promise<void> {
  const now = ctx.now().toISOString()
  if (poster.lookAt && poster.lookAt > now) return
  poster.lookAt = addMs(ctx.now(), timing.channels.recheck)
  await connectConfiguredChannel(ctx, poster.api).catch((error) =>
    ctx.log.debug({ err: error }, 'the channel of the settings could not be looked at'),
  )
  await recheckChannels(ctx, poster.api, { before: now, long: addMs(ctx.now(), -timing.channels.recheckAll) })
}

const claimOf = (ctx: Context, { owner }: Poster): Claim => ({
  owner,
  until: addMs(ctx.now(), timing.channels.lease),
})

/**
 * Writes once to a channel, if this process may.
 * @returns milliseconds until the channel can be written to again; 0 if there may be more work now
 */
async function writeTo(ctx: Context, poster: Poster, channel: PostedChannel): Promise<number> {
  const { id, has_dead_post } = channel
  const { poll } = timing.channels
  if (!has_dead_post && !(await findDuePost(ctx, channel))) return poll
  if (!(await claimChannel(ctx, id, claimOf(ctx, poster)))) return poll
  try {
    return await writeNext(ctx, poster, channel)
  } finally {
    await releaseChannel(ctx, id, poster.owner)
  }
}

/** Posts that turn out to need nothing are settled one after another; only what is sent ends the turn. */
async function writeNext(ctx: Context, poster: Poster, channel: PostedChannel): Promise<number> {
  const { poll } = timing.channels
  for (let settled = 0; settled < timing.channels.settled; settled++) {
    const due = await findDuePost(ctx, channel)
    if (!due) return poll
    const ids = { channel_id: channel.id, listing_id: due.listing_id }
    const early = await composeDuePost(ctx, channel, due)
    if (early.isNeedless || due.state === 'unknown' || isOutside(channel)) {
      await recordOutcome(ctx, ids, due, outcomeWithoutCall(ctx, channel, due, early))
      continue
    }
    if (due.state === 'waiting' && !(await isAnswering(ctx, poster, channel))) return poll
    // A post that says of a listing what is no longer true does not wait behind a fan-out.
    const lane = due.state === 'waiting' ? 'bulk' : 'transactional'
    const slot = await poster.limiter.take(channel.chat_id, lane)
    if (!slot.granted) return slot.wait_ms
    if (slot.wait_ms > 0) await wait(slot.wait_ms)
    const begun = due.state === 'waiting' ? await beginPost(ctx, ids, claimOf(ctx, poster)) : undefined
    if (due.state === 'waiting' && !begun) return 0
    // The listing may have changed during the wait, so the post is composed again just before it goes.
    const composed = await composeDuePost(ctx, channel, due)
    const outcome = composed.isNeedless
      ? outcomeWithoutCall(ctx, channel, due, composed)
      : await callTelegram(ctx, poster, channel, due, composed)
    await saveOutcome(ctx, channel, due, outcome)
    if (begun) await noteDoubt(ctx, poster, ids, begun.last_message, outcome)
    return 0
  }
  return 0
}

/**
 * True unless the fate of an earlier post is not known, and that was a moment ago or Telegram still does not answer.
 * Without this question an outage would make every post that waits a doubtful one. Changes of posts go on meanwhile.
 */
async function isAnswering(ctx: Context, { api, doubts }: Poster, channel: PostedChannel): Promise<boolean> {
  const doubt = doubts.get(channel.id)
  if (!doubt) return true
  if (doubt.until > ctx.now().toISOString()) return false
  try {
    await api.getChat(channel.chat_id)
    return true
  } catch (error) {
    if (error instanceof GrammyError && error.error_code < 429) return true
    doubt.until = addMs(ctx.now(), timing.channels.afterUnknown)
    return false
  }
}

/** Remembers a post whose fate is not known; the next one that arrives decides about it. */
async function noteDoubt(
  ctx: Context,
  { doubts }: Poster,
  { channel_id, listing_id }: { channel_id: number; listing_id: number },
  after: number | null,
  outcome: PostOutcome,
): Promise<void> {
  const doubt = doubts.get(channel_id)
  if (outcome.is === 'unknown') {
    const listing_ids = [...(doubt?.listing_ids ?? []), listing_id]
    const until = addMs(ctx.now(), timing.channels.afterUnknown)
    doubts.set(channel_id, { after: doubt ? doubt.after : after, listing_ids, until })
  } else if (outcome.is === 'sent' && doubt) {
    doubts.delete(channel_id)
    await settleDoubt(ctx, channel_id, doubt, outcome.message_id)
  }
}

/** True if the bot can neither post in a channel nor change its posts there. */
const isOutside = ({ lost_reason }: PostedChannel) => lost_reason === 'removed' || lost_reason === 'gone'

/** Outcome for a post that needs no call, or for which no call can help. */
function outcomeWithoutCall(
  ctx: Context,
  channel: PostedChannel,
  due: DuePost,
  { isNeedless, stage }: ComposedPost,
): PostOutcome {
  if (due.state === 'waiting') return { is: 'settled', state: 'dropped' }
  if (isNeedless) return { is: 'settled' }
  if (due.state === 'unknown') return stage === 'taken' ? { is: 'stuck' } : { is: 'settled' }
  const retry_at = addMs(ctx.now(), timing.channels.lostRetry)
  return isOutside(channel) && stage === 'taken' ? { is: 'stuck', retry_at } : { is: 'again', retry_at }
}

async function callTelegram(
  ctx: Context,
  { api }: Poster,
  channel: PostedChannel,
  due: DuePost,
  composed: ComposedPost,
): Promise<PostOutcome> {
  const { chat_id } = channel
  const { text, keyboard, hash } = composed
  const options = {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: keyboard },
  } as const
  try {
    if (due.message_id === null) {
      const { message_id } = await api.sendMessage(chat_id, text, options)
      return { is: 'sent', message_id, hash }
    }
    await api.editMessageText(chat_id, due.message_id, text, options)
    return { is: 'edited', hash }
  } catch (error) {
    if (due.message_id === null) return refusedPost(ctx, channel, due, error)
    if (isUnchanged(error)) return { is: 'edited', hash }
    if (isGone(error)) return { is: 'settled', state: 'deleted' }
    return refusedEdit(ctx, api, channel, { ...due, message_id: due.message_id }, composed, error)
  }
}

/**
 * Stores the outcome of a call. It is tried again while Postgres is unavailable for some seconds, because a post that
 * was sent without a stored outcome stays unknown.
 */
async function saveOutcome(
  ctx: Context,
  { id: channel_id }: PostedChannel,
  due: DuePost,
  outcome: PostOutcome,
): Promise<void> {
  const deadline = Date.now() + timing.delivery.saveOutcome
  for (;;) {
    try {
      return await recordOutcome(ctx, { channel_id, listing_id: due.listing_id }, due, outcome)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(timing.afterFailure)
    }
  }
}
