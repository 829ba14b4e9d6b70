import { GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import type { Outcome } from '#services/notifications/delivery-outcome.ts'
import { followStaffChat, noteHeard, noteSilence } from '#services/operations/staff-chats/actions.ts'
import { after, timing } from '#workers/engine/timing.ts'
import { groupTroubleOf } from './errors.ts'

/**
 * What becomes of a message to a group of the staff when the group itself is why Telegram refuses it: it goes to the id
 * that the group has now, or waits until the group takes messages again.
 * @returns undefined when the message is to blame, or the group is none of the staff's
 */
export async function outcomeInGroup(
  ctx: Context,
  chat_id: number,
  error: unknown,
): Promise<Outcome | undefined> {
  const trouble = error instanceof GrammyError && groupTroubleOf(error)
  if (!trouble) return undefined
  const waits = (wait_ms: number) =>
    ({ state: 'pending', wait_ms, error: `${error.error_code} ${error.description}`, untried: true }) as const
  const { groupRetry } = timing.delivery
  try {
    if ('moved_to' in trouble) {
      await followStaffChat(ctx, chat_id, trouble.moved_to)
      return waits(0)
    }
    const silence = { reason: trouble.silent, retry_at: after(ctx.now(), groupRetry) }
    return (await noteSilence(ctx, chat_id, silence)) ? waits(groupRetry) : undefined
  } catch (failure) {
    ctx.log.warn({ err: failure, chat_id }, 'the state of a group could not be noted')
    return waits(timing.afterFailure)
  }
}

/** A new message has come into a group that took none. Failing to note it costs one more try of what waits. */
export async function heardAgain(ctx: Context, chat_id: number): Promise<void> {
  await noteHeard(ctx, chat_id).catch((error) =>
    ctx.log.warn({ err: error, chat_id }, 'the state of a group could not be noted'),
  )
}
