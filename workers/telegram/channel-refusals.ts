import { type Api, GrammyError } from 'grammy'
import { followChannel, markLost, type PostOutcome, pauseUntil } from '#services/channels/moves.ts'
import type { ComposedPost, DuePost, PostedChannel } from '#services/channels/posts.ts'
import type { Context } from '#services/core/context.ts'
import { addMs, timing, waitAtStep } from '#workers/engine/timing.ts'
import { type ChannelTrouble, channelTroubleOf, failureOf, isGone } from './errors.ts'

/** Outcome of a new post that Telegram did not take. */
export async function refusedPost(
  ctx: Context,
  channel: PostedChannel,
  { listing_id, attempts }: DuePost,
  error: unknown,
): Promise<PostOutcome> {
  if (isDoubtful(error)) return { is: 'unknown' }
  const again = await pauseOf(ctx, channel, error, attempts)
  if (again) return again
  ctx.log.error({ err: error, channel_id: channel.id, listing_id }, 'a post was refused')
  return { is: 'refused', retry_at: addMs(ctx.now(), waitAtStep(timing.channels.retry, attempts)) }
}

/** True if a new post may stand in the channel. A server of Telegram may also fail after it has stored a message. */
function isDoubtful(error: unknown): boolean {
  if (error instanceof GrammyError) return error.error_code >= 500
  return failureOf(error, 0).state === 'unknown'
}

/**
 * Outcome of a change that Telegram did not make. A post that would go on saying what is no longer true is deleted; if
 * that is refused too, the operators get its link.
 */
export async function refusedEdit(
  ctx: Context,
  api: Api,
  channel: PostedChannel,
  { listing_id, message_id, attempts }: DuePost & { message_id: number },
  { stage }: ComposedPost,
  error: unknown,
): Promise<PostOutcome> {
  const retry_at = addMs(ctx.now(), waitAtStep(timing.channels.retry, attempts))
  const isRefused = error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403)
  if (!isRefused) return (await pauseOf(ctx, channel, error, attempts)) ?? outageRetry(ctx, attempts)
  const trouble = channelTroubleOf(error)
  // A refused change does not show that the bot may not post.
  if (trouble && !('lost' in trouble && trouble.lost === 'no_right'))
    await applyTrouble(ctx, channel, trouble)
  ctx.log.warn({ channel_id: channel.id, listing_id, reason: error.description }, 'a post was not changed')
  if (stage === 'open') return { is: 'again', retry_at }
  try {
    await api.deleteMessage(channel.chat_id, message_id)
    return { is: 'settled', state: 'deleted' }
  } catch (refusal) {
    if (isGone(refusal)) return { is: 'settled', state: 'deleted' }
    const isFinal = refusal instanceof GrammyError && refusal.error_code < 429
    if (isFinal) return { is: 'stuck', retry_at }
    return (await pauseOf(ctx, channel, refusal, attempts)) ?? outageRetry(ctx, attempts)
  }
}

/** Telegram itself fails. The wait stays short, so that a post is true soon after an outage of hours. */
function outageRetry(ctx: Context, attempts: number): PostOutcome {
  return { is: 'again', retry_at: addMs(ctx.now(), waitAtStep(timing.channels.outage, attempts)) }
}

/** Outcome if Telegram asks for a pause, refuses the channel as a whole, or was certainly not reached. */
async function pauseOf(
  ctx: Context,
  channel: PostedChannel,
  error: unknown,
  attempts: number,
): Promise<PostOutcome | undefined> {
  const trouble = error instanceof GrammyError ? channelTroubleOf(error) : undefined
  if (trouble) {
    await applyTrouble(ctx, channel, trouble)
    return { is: 'again', retry_at: ctx.now().toISOString(), untried: true }
  }
  const failure = failureOf(error, waitAtStep(timing.channels.outage, attempts))
  if (failure.state !== 'pending') return undefined
  const retry_at = addMs(ctx.now(), failure.wait_ms)
  // The whole channel waits, so that no later post overtakes this one.
  await pauseUntil(ctx, channel.id, retry_at)
  return { is: 'again', retry_at, ...(failure.untried && { untried: true }) }
}

async function applyTrouble(ctx: Context, { id }: PostedChannel, trouble: ChannelTrouble): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if ('lost' in trouble) await markLost(ctx, tx, id, trouble.lost)
    else await followChannel(ctx, tx, id, trouble.moved_to)
  })
}
