import { GrammyError } from 'grammy'
import type { Context } from '#services/core/context.ts'
import type { Outcome } from '#services/notifications/outbox/outcome.ts'
import { followStaffChat, markReachable, markSilent } from '#services/operations/staff-chats/actions.ts'
import { addMs, timing } from '#workers/engine/timing.ts'
import { groupTroubleOf } from './errors.ts'

/**
 * Handles the case that a staff group refuses a message. The message goes to the group's new id, or waits until the
 * group accepts messages.
 * @returns undefined if the message itself is the cause, or the chat is no staff group
 */
export async function staffGroupOutcome(
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
    const silence = { reason: trouble.silent, retry_at: addMs(ctx.now(), groupRetry) }
    return (await markSilent(ctx, chat_id, silence)) ? waits(groupRetry) : undefined
  } catch (failure) {
    ctx.log.warn({ err: failure, chat_id }, 'the state of a group could not be noted')
    return waits(timing.afterFailure)
  }
}

/** Stores that a staff group accepts messages again. If storing fails, waiting messages need one more attempt. */
export async function markGroupReachable(ctx: Context, chat_id: number): Promise<void> {
  await markReachable(ctx, chat_id).catch((error) =>
    ctx.log.warn({ err: error, chat_id }, 'the state of a group could not be noted'),
  )
}
