import type { Context } from '#services/core/context.ts'
import type { Alarm } from '#services/notifications/kinds.ts'
import { askServers } from '#services/operations/readiness.ts'

const timeoutMs = 5000

/**
 * Pings the external watchdog if the product could alert its operators: this round succeeded, servers and
 * Telegram answer, and events are processed. Without pings the watchdog alerts them itself.
 * @returns true if the ping was accepted
 */
export async function pingWatchdog(
  ctx: Context,
  raised: Alarm[],
  isTelegramThere: () => Promise<boolean>,
): Promise<boolean> {
  const { DEAD_MAN_URL } = ctx.config
  if (!DEAD_MAN_URL || raised.includes('outbox')) return false
  const [servers, telegram] = await Promise.all([askServers(ctx), isTelegramThere()])
  if (!servers.postgres || !servers.room || !servers.redis || !telegram) return false
  try {
    const { ok, status } = await fetch(DEAD_MAN_URL, { signal: AbortSignal.timeout(timeoutMs) })
    if (!ok) ctx.log.warn({ status }, 'the outside watch refused a sign of life')
    return ok
  } catch (error) {
    ctx.log.warn({ reason: (error as Error).message }, 'the outside watch is away')
    return false
  }
}
