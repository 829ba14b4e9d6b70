import type { Context } from '#services/core/context.ts'
import type { Alarm } from '#services/notifications/kinds.ts'
import { askServers } from './readiness.ts'

const patienceMs = 5000

/**
 * Tells the outside watch that the product could call its operators: this round went through, the servers answer,
 * events do not stand still and Telegram is there. When nothing comes the watch calls them by its own means.
 * @returns whether the watch heard it
 */
export async function signOfLife(
  ctx: Context,
  raised: Alarm[],
  isTelegramThere: () => Promise<boolean>,
): Promise<boolean> {
  const { DEAD_MAN_URL } = ctx.config
  if (!DEAD_MAN_URL || raised.includes('outbox')) return false
  const [servers, telegram] = await Promise.all([askServers(ctx), isTelegramThere()])
  if (!servers.postgres || !servers.room || !servers.redis || !telegram) return false
  try {
    const { ok, status } = await fetch(DEAD_MAN_URL, { signal: AbortSignal.timeout(patienceMs) })
    if (!ok) ctx.log.warn({ status }, 'the outside watch refused a sign of life')
    return ok
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'the outside watch is away')
    return false
  }
}
