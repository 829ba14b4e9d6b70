import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Histogram } from 'prom-client'

/** Counters for outside requests and SQL statements. `services/operations/metrics.ts` exposes them to Prometheus. */

const outsideSeconds = new Histogram({
  name: 'otklik_outside_seconds',
  help: 'Requests to Telegram and the payment provider, by what came of them',
  labelNames: ['service', 'method', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const queryCount = new Counter({
  name: 'otklik_queries_total',
  help: 'Statements that Postgres answered, by the call, queue or loop that asked',
  labelNames: ['call'],
})
const querySeconds = new Counter({
  name: 'otklik_query_seconds_total',
  help: 'How long these took in all, the wait for a connection left out',
  labelNames: ['call'],
})
const paymentMoves = new Counter({
  name: 'otklik_payment_moves_total',
  help: 'Payments by what they pay for and the state they came into; a transaction that was repeated counts again',
  labelNames: ['kind', 'state'],
})

const currentCall = new AsyncLocalStorage<string>()

/** Runs a function and counts its SQL statements under the given name of an API call, queue or loop. */
export function countQueriesAs<Result>(call: string, act: () => Result): Result {
  return currentCall.run(call, act)
}

export function countQuery(ms: number): void {
  const call = currentCall.getStore() ?? 'other'
  queryCount.inc({ call })
  querySeconds.inc({ call }, ms / 1000)
}

export function countPaymentMove(kind: string, state: string): void {
  paymentMoves.inc({ kind, state })
}

type Service = 'telegram' | 'robokassa'

/** Services that did not answer the last request, with the times of the first and the last such request. */
const unanswered = new Map<Service, { since: number; last: number }>()
/** Milliseconds after which nobody has asked a service lately, so nothing is known of it. */
const recentMs = 10 * 60_000

/** Returns the time since which a service has answered no request, in ms since 1970; undefined if it answers. */
export function unansweredSince(service: Service, now: Date): number | undefined {
  const silence = unanswered.get(service)
  return silence && now.getTime() - silence.last < recentMs ? silence.since : undefined
}

function noteAnswer(service: Service, isAnswered: boolean): void {
  const last = Date.now()
  if (isAnswered) unanswered.delete(service)
  else unanswered.set(service, { since: unanswered.get(service)?.since ?? last, last })
}

/**
 * Measures the time of a request to Telegram or the payment provider.
 * @param outcomeOf returns the metric's label for an answer; a request without an answer is labelled `no_answer`
 */
export async function measureRequest<Answer>(
  service: Service,
  method: string,
  request: () => Promise<Answer>,
  outcomeOf: (answer: Answer) => string = () => 'ok',
): Promise<Answer> {
  const started = performance.now()
  let outcome = 'no_answer'
  try {
    const answer = await request()
    outcome = outcomeOf(answer)
    return answer
  } finally {
    noteAnswer(service, outcome !== 'no_answer')
    outsideSeconds.observe({ service, method, outcome }, (performance.now() - started) / 1000)
  }
}
