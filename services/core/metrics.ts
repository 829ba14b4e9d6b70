import { AsyncLocalStorage } from 'node:async_hooks'
import { Counter, Histogram } from 'prom-client'

/** What the lower floors count about themselves; `services/operations/metrics.ts` tells it to Prometheus. */

const outside = new Histogram({
  name: 'otklik_outside_seconds',
  help: 'Requests to Telegram and the payment provider, by what came of them',
  labelNames: ['service', 'method', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})
const queries = new Counter({
  name: 'otklik_queries_total',
  help: 'Statements that Postgres answered, by the call, queue or loop that asked',
  labelNames: ['call'],
})
const querySeconds = new Counter({
  name: 'otklik_query_seconds_total',
  help: 'How long these took in all, the wait for a connection left out',
  labelNames: ['call'],
})
const payments = new Counter({
  name: 'otklik_payment_moves_total',
  help: 'Payments by what they pay for and the state they came into; a transaction that was repeated counts again',
  labelNames: ['kind', 'state'],
})

const underWay = new AsyncLocalStorage<string>()

/** Does something in the name of a call, queue or loop: its statements are counted for it. */
export function inNameOf<Done>(call: string, act: () => Done): Done {
  return underWay.run(call, act)
}

export function countQuery(ms: number): void {
  const call = underWay.getStore() ?? 'other'
  queries.inc({ call })
  querySeconds.inc({ call }, ms / 1000)
}

export function countPaymentMove(kind: string, state: string): void {
  payments.inc({ kind, state })
}

/** Times a request to somebody else. @param outcomeOf a word for the answer; without one it counts as `no_answer` */
export async function timeOutside<Answer>(
  service: 'telegram' | 'robokassa',
  method: string,
  ask: () => Promise<Answer>,
  outcomeOf: (answer: Answer) => string = () => 'ok',
): Promise<Answer> {
  const started = performance.now()
  let outcome = 'no_answer'
  try {
    const answer = await ask()
    outcome = outcomeOf(answer)
    return answer
  } finally {
    outside.observe({ service, method, outcome }, (performance.now() - started) / 1000)
  }
}
