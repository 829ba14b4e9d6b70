import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { countPoolConnections } from '#db/index.ts'
import { version } from '#services/core/config/version.ts'
import type { Context } from '#services/core/context.ts'
import { checkServers } from './readiness.ts'

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
const postgresUp = new Gauge({
  name: 'otklik_postgres_up',
  help: 'Whether Postgres answers the process',
})
const redisUp = new Gauge({
  name: 'otklik_redis_up',
  help: 'Whether Redis answers the process and takes what it writes',
})
const partUp = new Gauge({
  name: 'otklik_part_up',
  help: 'Whether a part of what the process needs or uses answers it, as /health/ready says',
  labelNames: ['part'],
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

export function noteParts(parts: Record<string, boolean>): void {
  for (const [part, isUp] of Object.entries(parts)) partUp.set({ part }, isUp ? 1 : 0)
}

let isCollecting = false

/**
 * Returns all metrics in the text format of Prometheus, including memory, CPU and the event loop. The answer comes
 * within 2 seconds, whatever does not answer the process.
 * @param refresh updates other metrics meanwhile, in the same time
 */
export async function readMetrics(
  ctx: Context,
  refresh: () => Promise<unknown> = async () => {},
): Promise<{ type: string; text: string }> {
  const [servers] = await Promise.all([checkServers(ctx), refresh()])
  postgresUp.set(servers.postgres ? 1 : 0)
  redisUp.set(servers.redis ? 1 : 0)
  // A Postgres that does not answer says nothing of its disk.
  if (servers.postgres) room.set(servers.room ? 1 : 0)
  else room.remove()
  for (const [state, amount] of Object.entries(countPoolConnections(ctx.db)))
    connections.set({ state }, amount)
  if (!isCollecting) collectDefaultMetrics({ prefix: 'otklik_' })
  isCollecting = true
  return { type: register.contentType, text: await register.metrics() }
}
