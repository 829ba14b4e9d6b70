import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'

/** What a process counts about itself; the figures of the whole product are in market-metrics.ts. */

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

/** All figures in the text format of Prometheus; memory, CPU and the event loop among them. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  if (!isCollecting) collectDefaultMetrics({ prefix: 'otklik_' })
  isCollecting = true
  return { type: register.contentType, text: await register.metrics() }
}
