import fc from 'fast-check'

export const stoppableServers = ['api', 'bot', 'workers', 'redis', 'postgres'] as const

/** The random choices of one chaos run. Times are milliseconds from the start of the orders. */
export interface Plan {
  victim: (typeof stoppableServers)[number]
  kill_at_ms: number
  downtime_ms: number
  /** True if Redis restarts without its data, as it does without its append-only file. */
  redis_restarts_empty: boolean
  orders: OrderPlan[]
  boosts: BoostPlan[]
  refunds: RefundPlan[]
  stars: StarsPlan[]
}

export interface OrderPlan {
  starts_at_ms: number
  /** True if the payment page's button is pressed twice at once. */
  pays_twice: boolean
  /** Freelancers who buy boosts for their responses to one order. That order is published before the plan starts. */
  returns_to_app: boolean
}

/**
 * A freelancer buys a boost for a response. All these responses are to one order, which is published before the plan
 * starts.
 */
export type BoostPlan = Omit<OrderPlan, 'returns_to_app'>

/** Refund of an order that moderators reject, or that its author deletes before their decision. */
export type RefundPlan = { starts_at_ms: number; rejected: boolean }

/** An order that is paid in Stars, as the app-store builds of Telegram require. */
export type StarsPlan = { starts_at_ms: number }

const numberUpTo = (max: number) => fc.integer({ min: 0, max })
const order = fc.record({
  starts_at_ms: numberUpTo(600),
  pays_twice: fc.boolean(),
  returns_to_app: fc.boolean(),
})
const exactlyTwo = { minLength: 2, maxLength: 2 }
const plan = fc.record({
  kill_at_ms: numberUpTo(1500),
  downtime_ms: numberUpTo(1500),
  redis_restarts_empty: fc.boolean(),
  orders: fc.array(order, { minLength: 5, maxLength: 5 }),
  boosts: fc.array(fc.record({ starts_at_ms: numberUpTo(1500), pays_twice: fc.boolean() }), exactlyTwo),
  refunds: fc.array(fc.record({ starts_at_ms: numberUpTo(600), rejected: fc.boolean() }), exactlyTwo),
  stars: fc.array(fc.record({ starts_at_ms: numberUpTo(600) }), exactlyTwo),
})
const round = fc.shuffledSubarray([...stoppableServers], { minLength: stoppableServers.length })

/** Draws random chaos plans. The same seed gives the same plans. Every five runs kill each server once. */
export function makePlans(runs: number, seed: number): Plan[] {
  const rounds = fc
    .sample(fc.noBias(round), { seed, numRuns: Math.ceil(runs / stoppableServers.length) })
    .flat()
  return fc.sample(fc.noBias(plan), { seed, numRuns: runs }).map((plan, index) => ({
    victim: rounds[index] ?? 'api',
    ...plan,
  }))
}
