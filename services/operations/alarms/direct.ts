import { defaultLanguage } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { moment, translateFor } from '#services/notifications/format.ts'
import type { DirectAlarm } from '#services/notifications/kinds.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { checkServers, noteOutages, outageMs } from '#services/operations/readiness.ts'

const hourMs = 60 * 60_000
/** Milliseconds for which Postgres may be away without an alarm, as while it is started anew. */
const patienceMs = 60_000
const timeoutS = 10
/** The language of the chat stands in Postgres, which may be away. */
const reader = { language: defaultLanguage }

/**
 * Returns a function that tells the operators' chat of a Postgres that is away or full, and that this is over. Messages
 * usually go through Postgres, so these are sent past it. Each process of the workers sends them, at most once an hour.
 */
export function openDirectAlarms(): (ctx: Context) => Promise<void> {
  let current: { alarm: DirectAlarm; since: Date; calledAt: number } | undefined

  async function send(ctx: Context, key: 'alarm' | 'alarmOver', called: { alarm: DirectAlarm; since: Date }) {
    const { alarm, since } = called
    const parts = {
      alarm,
      figure: String(Math.round((ctx.now().getTime() - since.getTime()) / 60_000)),
      since: moment(reader, since.toISOString()),
    }
    const text = `${translateFor(reader, `${key}.${alarm}`, parts)}\n\n${translateFor(reader, key === 'alarm' ? 'alarm.since' : 'alarm.was', parts)}`
    await telegramApi(ctx.config, timeoutS).sendMessage(ctx.config.OPS_CHAT_ID, text, { parse_mode: 'HTML' })
  }

  return async (ctx) => {
    const { postgres, room } = await checkServers(ctx)
    const now = ctx.now()
    noteOutages({ postgres }, now)
    const awayMs = outageMs('postgres', now)
    const alarm = awayMs >= patienceMs ? 'postgres_away' : !postgres || room ? undefined : 'postgres_room'
    if (current && current.alarm !== alarm) {
      // A Postgres that answers again, or has disk space again. In between nothing is known.
      if (!postgres) return
      const over = current
      current = undefined
      await send(ctx, 'alarmOver', over)
    }
    if (!alarm) return
    current ??= { alarm, since: new Date(now.getTime() - awayMs), calledAt: Number.NEGATIVE_INFINITY }
    if (now.getTime() - current.calledAt < hourMs) return
    ctx.log.error({ alarm }, 'operators are called past Postgres')
    await send(ctx, 'alarm', current)
    current.calledAt = now.getTime()
  }
}
