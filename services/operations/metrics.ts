import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { countPoolConnections } from '#db/index.ts'
import { version } from '#services/core/config/version.ts'
import type { Context } from '#services/core/context.ts'
import { operatorsView } from './readiness.ts'

/** Metrics that each process reports about itself, and figures of the whole product. */

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const calls = new Histogram({
  name: 'otklik_call_seconds',
  help: 'Calls of the API by their name and status',
  labelNames: ['call', 'status'],
  buckets: seconds,
})
const events = new Histogram({
  name: 'otklik_event_seconds',
  help: 'Events that workers handled, by queue and outcome',
  labelNames: ['queue', 'outcome'],
  buckets: seconds,
})
const updates = new Counter({
  name: 'otklik_bot_updates_total',
  help: 'Updates that the bot received, and those it failed at',
  labelNames: ['outcome'],
})
const rounds = new Gauge({
  name: 'otklik_loop_last_round_seconds',
  help: 'When a loop of the workers last finished a round well, in seconds since 1970',
  labelNames: ['loop'],
})

const streams = new Gauge({ name: 'otklik_chat_streams', help: 'Streams of chats that are open' })
const refusedRequests = new Counter({
  name: 'otklik_refused_total',
  help: 'Requests that were too many, by the group whose limit they met',
  labelNames: ['group'],
})
const connections = new Gauge({
  name: 'otklik_pool_connections',
  help: 'Connections to Postgres that are used and idle, and statements that wait for one',
  labelNames: ['state'],
})
const room = new Gauge({
  name: 'otklik_postgres_room',
  help: 'Whether Postgres had room for what the process wrote lately',
})
const build = new Gauge({
  name: 'otklik_build_info',
  help: 'The release that runs; always 1',
  labelNames: ['version', 'node'],
})
build.set({ version, node: process.version }, 1)

export function countStream(change: 1 | -1): void {
  streams.inc(change)
}

export function countRefused(group: string): void {
  refusedRequests.inc({ group })
}

export function countCall(call: string | undefined, status: number, ms: number): void {
  calls.observe({ call: call ?? 'other', status: String(status) }, ms / 1000)
}

export function countEvent(queue: string, outcome: 'done' | 'nothing' | 'failed' | 'dead', ms: number): void {
  events.observe({ queue, outcome }, ms / 1000)
}

export function countUpdate(outcome: 'received' | 'failed'): void {
  updates.inc({ outcome })
}

export function noteRound(loop: string): void {
  rounds.set({ loop }, Date.now() / 1000)
}

let isCollecting = false

/** Returns all metrics in the text format of Prometheus, including memory, CPU and the event loop. */
export async function readMetrics(
  ctx: Pick<Context, 'db' | 'diskSpace'>,
): Promise<{ type: string; text: string }> {
  room.set(ctx.diskSpace.hasSpace() ? 1 : 0)
  for (const [state, amount] of Object.entries(countPoolConnections(ctx.db)))
    connections.set({ state }, amount)
  if (!isCollecting) collectDefaultMetrics({ prefix: 'otklik_' })
  isCollecting = true
  return { type: register.contentType, text: await register.metrics() }
}

type QueueDepth = () => Promise<Record<string, number>>

const gauge = (name: string, help: string, ...labelNames: string[]) =>
  new Gauge({ name: `otklik_${name}`, help, labelNames })

const numberIn = (info: string, field: string) =>
  Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)

/**
 * Registers figures of the whole product, which are read from Postgres and Redis whenever Prometheus collects metrics.
 * Only one kind of process reports them, so that they are not counted twice. A figure that cannot be read is left out,
 * because an old value would mislead.
 */
export function registerProductFigures(ctx: Context, depth: QueueDepth): () => Promise<void> {
  const single = {
    outbox_age_seconds: gauge('outbox_age_seconds', 'How long the oldest unfinished task has waited'),
    outbox_dead_tasks: gauge('outbox_dead_tasks', 'Tasks that were given up'),
    payment_invariant_violations: gauge('payment_invariant_violations', 'Payments that do not add up'),
    ledger_imbalance: gauge('ledger_imbalance', 'Kopecks and Stars by which the ledger does not add up'),
    open_loops: gauge('open_loops', 'Responses whose end, or the message about it, is owed'),
    backup_late_seconds: gauge('backup_late_seconds', 'By how much backups are late; 0 while they come'),
    payment_cases: gauge('payment_cases', 'Payments that wait for a person'),
    moderation_open: gauge('moderation_open', 'What waits for moderators'),
    launches: gauge('launches', 'Launches of the mini-app of a day that logged in'),
    launches_lost: gauge('launches_lost', 'Those among them that never became ready'),
  }
  const redis = {
    used: gauge('redis_memory_bytes', 'Memory that Redis uses'),
    limit: gauge('redis_memory_limit_bytes', 'Memory above which Redis refuses to write; 0 without a limit'),
  }
  const deliveries = gauge('deliveries', 'Messages for Telegram by state', 'state')
  const queues = gauge('queue_jobs', 'Jobs that no worker has taken yet', 'queue')

  async function readPostgres(): Promise<void> {
    const view = await operatorsView(ctx)
    single.outbox_age_seconds.set(view.outbox_age_ms / 1000)
    single.outbox_dead_tasks.set(view.dead_tasks)
    single.payment_invariant_violations.set(view.payment_violations)
    single.ledger_imbalance.set(view.ledger_imbalance)
    single.open_loops.set(view.open_loops)
    single.backup_late_seconds.set(view.backup_late_ms / 1000)
    single.payment_cases.set(view.open_cases)
    single.moderation_open.set(view.moderation_open)
    single.launches.set(view.launches)
    single.launches_lost.set(view.launches_lost)
    for (const [state, amount] of Object.entries(view.deliveries)) deliveries.set({ state }, amount)
  }
  async function readRedis(): Promise<void> {
    for (const [queue, amount] of Object.entries(await depth())) queues.set({ queue }, amount)
    const memoryInfo = await ctx.redis.info('memory')
    redis.used.set(numberIn(memoryInfo, 'used_memory'))
    redis.limit.set(numberIn(memoryInfo, 'maxmemory'))
  }

  return async () => {
    for (const metric of [...Object.values(single), ...Object.values(redis), deliveries, queues])
      metric.reset()
    const readings = await Promise.allSettled([readPostgres(), readRedis()])
    for (const result of readings)
      if (result.status === 'rejected') ctx.log.warn({ err: result.reason }, 'figures could not be read')
  }
}
