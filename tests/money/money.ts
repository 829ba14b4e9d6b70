import { Coverage } from './coverage.ts'
import { makePlans, makeTimeline, type Plan, type Timeline, writeDown } from './plan.ts'
import { live, type Outcome } from './run.ts'
import type { MoneyWorld } from './world.ts'

/** Number of stories that share a timeline. */
const batchSize = 64

export interface Summary {
  runs: number
  violations: number
  coverage: Coverage
}

type Wish = { runs: number; seed: number; say: (line: string) => void; shrinks?: boolean }

/** Runs seeded sequences. Each violation is reported with the shortest sequence that still causes it. */
export async function runModel(
  world: MoneyWorld,
  { runs, seed, say, shrinks = true }: Wish,
): Promise<Summary> {
  const plans = makePlans(runs, seed)
  world.shop.faults.seed(seed)
  const coverage = new Coverage()
  const kinds = new Set<string>()
  let violations = 0
  for (let from = 0; from < runs; from += batchSize) {
    const started = Date.now()
    const timeline = makeTimeline(seed + from)
    const outcomes = await live(world, plans.slice(from, from + batchSize), timeline, coverage)
    const bad = outcomes.filter(({ broken }) => broken.length > 0)
    violations += bad.length
    say(`${from + outcomes.length} of ${runs}: ${Date.now() - started} ms, ${bad.length} broken`)
    for (const outcome of bad) {
      // Only the first violation of a kind is shrunk: the others would repeat it.
      const kind = kindOf(outcome)
      const isNew = !kinds.has(kind)
      kinds.add(kind)
      const short = isNew && shrinks ? await shrink(world, outcome, timeline) : outcome
      say(`  BROKEN ${writeDown(short.plan, timeline)}`)
      for (const words of short.broken) say(`    ${words}`)
    }
  }
  return { runs, violations, coverage }
}

const kindOf = ({ broken }: Outcome) => broken.map((words) => words.replace(/\d+/g, 'n')).join()

/** Removes every act that is not needed to cause the same violation. */
export async function shrink(world: MoneyWorld, outcome: Outcome, timeline: Timeline): Promise<Outcome> {
  let best = outcome
  const kind = (outcome.broken[0] ?? '').replace(/\d+/g, 'n')
  for (let turn = timeline.length - 1; turn >= 0; turn -= 1) {
    if (!best.plan[turn]) continue
    const plan: Plan = best.plan.map((act, index) => (index === turn ? null : act))
    const [tried] = await live(world, [plan], timeline)
    if (tried?.broken.some((words) => words.replace(/\d+/g, 'n') === kind)) best = tried
  }
  return best
}
