import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'
import { unansweredSince } from '#services/core/observability/metrics.ts'
import { memoryShare } from '#services/core/servers/redis-memory.ts'
import type { Alarm } from '#services/notifications/kinds.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { ledgerImbalance, operatorsView } from '#services/operations/figures/figures.ts'
import { checkServers, noteOutages, outageMs, resolvesInTime } from '#services/operations/readiness.ts'
import { type AlarmView, chatAlarms } from './list.ts'

const hourMs = 60 * 60_000
/** If no message about an alarm was sent for this number of hours, a new message starts a new alarm. */
const rememberedHours = 25

const keyOf = (alarm: Alarm, at: Date) => `alarm:${alarm}:${at.toISOString().slice(0, 13)}`
const overKeyOf = (alarm: Alarm, since: string) => `alarm:${alarm}:over:${since}`

/** Returns the time at which an alarm began. Undefined if no message about it was sent, or the alarm has ended. */
export async function sinceOf(ctx: Context, alarm: Alarm): Promise<string | undefined> {
  const now = ctx.now().getTime()
  const keys = Array.from({ length: rememberedHours }, (_, hours) =>
    keyOf(alarm, new Date(now - hours * hourMs)),
  )
  const called = await ctx.db
    .selectFrom('deliveries')
    .select(['payload', 'created_at'])
    .where('dedupe_key', 'in', keys)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!called) return undefined
  const { since = called.created_at } = called.payload as { since?: string }
  const over = await ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('dedupe_key', '=', overKeyOf(alarm, since))
    .executeTakeFirst()
  return over ? undefined : since
}

/**
 * True if a message about the alarm is queued and not sent yet. Then no second one is queued. Otherwise, while the
 * operators' chat accepts no messages, one would be queued every hour, and all would arrive at once later.
 */
async function isWaiting(ctx: Context, alarm: Alarm): Promise<boolean> {
  const waitingCounts = await ctx.db
    .selectFrom('deliveries')
    .select('id')
    .where('kind', '=', 'operations_alarm')
    .where('state', '=', 'pending')
    .where('chat_id', 'in', (eb) =>
      eb.selectFrom('staff_chats').select('chat_id').where('silent_since', 'is not', null),
    )
    .where(sql<boolean>`payload ->> 'alarm' = ${alarm} and payload ->> 'figure' <> '0'`)
    .limit(1)
    .executeTakeFirst()
  return waitingCounts !== undefined
}

async function sendAlarm(ctx: Context, alarm: Alarm, figure: number, since: string, dedupe_key: string) {
  await ctx.db.transaction().execute((tx) =>
    queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.OPS_CHAT_ID },
      kind: 'operations_alarm',
      payload: { alarm, figure, since },
      dedupe_key,
    }),
  )
}

/** Reads the figures of all alarms. @throws if Postgres does not answer */
async function readView(ctx: Context): Promise<AlarmView> {
  const [view, { redis }, files, share] = await Promise.all([
    operatorsView(ctx),
    checkServers(ctx),
    resolvesInTime(ctx.storage.try()),
    memoryShare(ctx.redis).catch(() => 0),
  ])
  const now = ctx.now()
  noteOutages({ redis, files }, now)
  const silentSince = unansweredSince('robokassa', now)
  return {
    ...view,
    redis_away_ms: outageMs('redis', now),
    redis_memory_percent: Math.round(share * 100),
    files_refused_ms: outageMs('files', now),
    provider_away_ms: silentSince === undefined ? 0 : now.getTime() - silentSince,
  }
}

/**
 * Checks the figures that must be zero. While a figure is not zero, a message alerts the operators at most once an
 * hour. When it is zero again, another message tells that.
 * @param isComplete true to check the whole ledger, not only its recent postings
 */
export async function raiseAlarms(ctx: Context, isComplete = false): Promise<Alarm[]> {
  const view = await readView(ctx)
  if (isComplete) view.ledger_imbalance = await ledgerImbalance(ctx.db)
  const raised: Alarm[] = []
  for (const { alarm, figure: figureOf } of chatAlarms) {
    const figure = figureOf(view)
    const since = await sinceOf(ctx, alarm)
    const now = ctx.now()
    if (figure > 0) {
      raised.push(alarm)
      ctx.log.error({ alarm, figure }, 'operators are called')
      if (await isWaiting(ctx, alarm)) continue
      await sendAlarm(ctx, alarm, figure, since ?? now.toISOString(), keyOf(alarm, now))
    } else if (since && (isComplete || alarm !== 'ledger')) {
      // The alarm about the ledger ends only when the whole ledger was checked, because the error may be in an old
      // posting.
      ctx.log.info({ alarm, since }, 'an alarm is over')
      await sendAlarm(ctx, alarm, 0, since, overKeyOf(alarm, since))
    }
  }
  return raised
}

const timeoutMs = 5000

/**
 * Pings the external watchdog if the product is able to alert its operators: the current round of checks succeeded,
 * servers and Telegram answer, and events are processed. If the pings stop, the watchdog alerts the operators.
 * @returns true if the watchdog accepted the ping
 */
export async function pingWatchdog(
  ctx: Context,
  raised: Alarm[],
  isTelegramThere: () => Promise<boolean>,
): Promise<boolean> {
  const { DEAD_MAN_URL } = ctx.config
  if (!DEAD_MAN_URL || raised.includes('outbox')) return false
  const [servers, telegram] = await Promise.all([checkServers(ctx), isTelegramThere()])
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
