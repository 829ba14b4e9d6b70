import fc from 'fast-check'

export const victims = ['api', 'bot', 'workers', 'redis', 'postgres'] as const

/** What one run does to the product; moments count from the first order's turn. */
export interface Plan {
  victim: (typeof victims)[number]
  kill_at_ms: number
  away_ms: number
  /** Redis comes back empty, as it does without its append-only file. */
  forgets: boolean
  orders: OrderPlan[]
  boosts: BoostPlan[]
  refunds: RefundPlan[]
  stars: StarsPlan[]
}

export interface OrderPlan {
  starts_at_ms: number
  /** The button of the payment page is pressed twice at once. */
  pays_twice: boolean
  /** The browser goes back to the app after paying. */
  comes_back: boolean
}

/** Freelancers who pay to stand above the others, all at one order that was published before. */
export type BoostPlan = Omit<OrderPlan, 'comes_back'>

/** Money that goes back: for what was rejected, or taken away before anybody decided. */
export type RefundPlan = { starts_at_ms: number; rejected: boolean }

/** An order paid with Stars, from the app of a store. */
export type StarsPlan = { starts_at_ms: number }

const upTo = (max: number) => fc.integer({ min: 0, max })
const order = fc.record({ starts_at_ms: upTo(600), pays_twice: fc.boolean(), comes_back: fc.boolean() })
const two = { minLength: 2, maxLength: 2 }
const plan = fc.record({
  kill_at_ms: upTo(1500),
  away_ms: upTo(1500),
  forgets: fc.boolean(),
  orders: fc.array(order, { minLength: 5, maxLength: 5 }),
  boosts: fc.array(fc.record({ starts_at_ms: upTo(1500), pays_twice: fc.boolean() }), two),
  refunds: fc.array(fc.record({ starts_at_ms: upTo(600), rejected: fc.boolean() }), two),
  stars: fc.array(fc.record({ starts_at_ms: upTo(600) }), two),
})
const round = fc.shuffledSubarray([...victims], { minLength: victims.length })

/** The same seed gives the same plans; every part is killed once in each five runs. */
export function makePlans(runs: number, seed: number): Plan[] {
  const rounds = fc.sample(fc.noBias(round), { seed, numRuns: Math.ceil(runs / victims.length) }).flat()
  return fc.sample(fc.noBias(plan), { seed, numRuns: runs }).map((made, index) => ({
    victim: rounds[index] ?? 'api',
    ...made,
  }))
}
