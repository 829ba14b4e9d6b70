import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { isRehearsal, runSize } from '#tests/support/run/share.ts'
import { callsSince, type FanOut, type FanOutSetup, publishListing, type RecordedCall } from './setup.ts'

export type FanOutReport = {
  states: Record<string, number>
  /** Messages per second between the first and the last message. `share` is the share of Telegram's limit. */
  per_second: number
  share: number
  /** Number of answers with status 429, without the planned ones. */
  refused: number
  /** Milliseconds until the database had a message row for every recipient. */
  stored_ms: number
  /** 99th percentile of the delay of urgent messages while the other messages are sent, in milliseconds. */
  urgent_p99_ms: number
  /** The most bulk messages that were sent while one urgent message waited. */
  sent_before_urgent: number
  /** Number of planned pauses that the Telegram stand-in demanded. */
  silences: number
  /** Number of calls that the product made during a demanded pause. */
  during_bans: number
  ms: number
}

const timeoutMs = 60 * 60_000
const telegramPerSecond = 30
/**
 * Milliseconds after a refusal. The product may have sent a request that arrives within this time before it learned of
 * the refusal. On a machine that is busy with other tests, learning takes longer.
 */
const maxInTransitMs = isRehearsal || runSize === 'proof' ? 1000 : 250

type Options = FanOut & { printLine?: (line: string) => void; refusals?: number[] }

/** Measures the messages about one order, from the order's publication to the last message. */
export async function measureFanOut(setup: FanOutSetup, options: Options): Promise<FanOutReport> {
  const { subscribers, scale, printLine = () => undefined, refusals = [] } = options
  const { db, world } = setup
  await setup.startSending()
  const startedAt = Date.now()
  await publishListing(setup)
  const calls: RecordedCall[] = []
  let stored_ms = 0
  let readUntil = startedAt
  for (const [index, retry_after] of refusals.entries())
    await world.telegram.post('/faults', { method: 'sendMessage', retry_after, skip: 50 + index * 100 })
  for (let round = 0; ; round++) {
    await sleep(500)
    const countsNow = await countByState(db)
    const total = Object.values(countsNow).reduce((sum, count) => sum + count, 0)
    if (stored_ms === 0 && total > 0) stored_ms = Date.now() - startedAt
    if (refusals.length > 0) {
      const nextCalls = await callsSince(world, readUntil)
      calls.push(...nextCalls)
      readUntil = (nextCalls.at(-1)?.at ?? readUntil - 1) + 1
    }
    if (round % 20 === 0)
      printLine(`${Math.round((Date.now() - startedAt) / 1000)} s ${JSON.stringify(countsNow)}`)
    if (total >= subscribers && !countsNow.pending && !countsNow.sending) break
    if (Date.now() - startedAt > timeoutMs) throw new Error('the fan-out did not end')
    await queueUrgent(db, round)
  }
  const pace = await paceOf(db)
  const { refused } = await world.telegram.get<{ refused: number }>('/limits')
  return {
    states: await countByState(db),
    per_second: pace.per_second,
    share: pace.per_second / (telegramPerSecond * scale),
    refused,
    stored_ms,
    urgent_p99_ms: pace.urgent,
    sent_before_urgent: await countSentBeforeUrgent(db),
    silences: calls.filter(({ error_code }) => error_code === 429).length,
    during_bans: callsDuringBans(calls),
    ms: Date.now() - startedAt,
  }
}

/** Queues an urgent message to one of the subscribers. It must be sent before the waiting bulk messages. */
async function queueUrgent(db: Db, round: number): Promise<void> {
  const now = new Date().toISOString()
  await sql`
    with urgent as (
      insert into deliveries (user_id, kind, lane, dedupe_key, payload, next_at, created_at)
      select id, 'listing_published', 'transactional', ${`urgent:${round}`},
        jsonb_build_object('listing_id', (select min(id) from listings)), ${now}, ${now}
      from users where can_write and notify_blocked_at is null and telegram_id % 100 <> 99 order by id offset ${round} limit 1
    )
    select pg_notify('deliveries', '')
  `.execute(db)
}

async function countByState(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('kind', '=', 'new_order')
    .groupBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** Every attempt counts, also an attempt to message a person who has blocked the bot. */
async function paceOf(db: Db) {
  const { rows } = await sql<{ turns: number; seconds: number; urgent: number }>`
    select count(*) filter (where state in ('sent', 'failed', 'unknown'))::float8 as turns,
      extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds,
      (percentile_cont(0.99) within group (order by extract(epoch from sent_at - created_at))
        filter (where kind = 'listing_published') * 1000)::float8 as urgent
    from deliveries where lane = 'bulk' or dedupe_key like 'urgent:%'`.execute(db)
  const [row] = rows
  if (!row) throw new Error('nothing was sent')
  return { per_second: (row.turns - 1) / row.seconds, urgent: row.urgent }
}

async function countSentBeforeUrgent(db: Db): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select max(ahead)::float8 as most from (
      select count(bulk.id) as ahead from deliveries urgent
      left join deliveries bulk on bulk.lane = 'bulk' and bulk.sent_at between urgent.created_at and urgent.sent_at
      where urgent.dedupe_key like 'urgent:%' group by urgent.id) counted`.execute(db)
  return rows[0]?.most ?? 0
}

function callsDuringBans(calls: RecordedCall[]): number {
  const refusals = calls.filter(({ error_code }) => error_code === 429)
  // The Telegram stand-in records a call when it answers it, so the time of a call and the time of a refusal are
  // comparable.
  const bans = refusals.map(({ at, ...call }) => ({
    from: at + maxInTransitMs,
    to: at + secondsOf(call) * 1000,
  }))
  return calls.filter(({ at }) => bans.some(({ from, to }) => at > from && at < to)).length
}

function secondsOf({ description = '' }: { description?: string }): number {
  return Number(/retry after (\d+)/.exec(description)?.[1] ?? 0)
}
