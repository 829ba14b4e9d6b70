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
}

export interface OrderPlan {
  starts_at_ms: number
  /** The button of the payment page is pressed twice at once. */
  pays_twice: boolean
  /** The browser goes back to the app after paying. */
  comes_back: boolean
}

const upTo = (max: number) => fc.integer({ min: 0, max })
const order = fc.record({ starts_at_ms: upTo(600), pays_twice: fc.boolean(), comes_back: fc.boolean() })
const plan = fc.record({
  kill_at_ms: upTo(1500),
  away_ms: upTo(1500),
  forgets: fc.boolean(),
  orders: fc.array(order, { minLength: 5, maxLength: 5 }),
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
