import fc from 'fast-check'

export const stoppableServers = ['api', 'bot', 'workers', 'redis', 'postgres'] as const

/** The random choices of one run. Times count from the start of the orders. */
export interface Plan {
  victim: (typeof stoppableServers)[number]
  kill_at_ms: number
  away_ms: number
  /** True if Redis restarts empty, as it does without its append-only file. */
  forgets: boolean
  orders: OrderPlan[]
  boosts: BoostPlan[]
  refunds: RefundPlan[]
  stars: StarsPlan[]
}

export interface OrderPlan {
  starts_at_ms: number
  /** True if the payment page's button is pressed twice at once. */
  pays_twice: boolean
  /** True if the browser returns to the app after paying. */
  comes_back: boolean
}

/** Freelancers who buy boosts for responses to one order, which was published before the plan starts. */
export type BoostPlan = Omit<OrderPlan, 'comes_back'>

/** Refunds of orders that were rejected, or deleted before a decision. */
export type RefundPlan = { starts_at_ms: number; rejected: boolean }

/** An order paid with Stars, as in the app-store builds of Telegram. */
export type StarsPlan = { starts_at_ms: number }

const numberUpTo = (max: number) => fc.integer({ min: 0, max })
const order = fc.record({ starts_at_ms: numberUpTo(600), pays_twice: fc.boolean(), comes_back: fc.boolean() })
const exactlyTwo = { minLength: 2, maxLength: 2 }
const plan = fc.record({
  kill_at_ms: numberUpTo(1500),
  away_ms: numberUpTo(1500),
  forgets: fc.boolean(),
  orders: fc.array(order, { minLength: 5, maxLength: 5 }),
  boosts: fc.array(fc.record({ starts_at_ms: numberUpTo(1500), pays_twice: fc.boolean() }), exactlyTwo),
  refunds: fc.array(fc.record({ starts_at_ms: numberUpTo(600), rejected: fc.boolean() }), exactlyTwo),
  stars: fc.array(fc.record({ starts_at_ms: numberUpTo(600) }), exactlyTwo),
})
const round = fc.shuffledSubarray([...stoppableServers], { minLength: stoppableServers.length })

/** The same seed gives the same plans. Every five runs kill each part once. */
export function makePlans(runs: number, seed: number): Plan[] {
  const rounds = fc
    .sample(fc.noBias(round), { seed, numRuns: Math.ceil(runs / stoppableServers.length) })
    .flat()
  return fc.sample(fc.noBias(plan), { seed, numRuns: runs }).map((plan, index) => ({
    victim: rounds[index] ?? 'api',
    ...plan,
  }))
}
