import { Coverage } from './coverage.ts'
import { makePlans, makeTimeline, type Plan, type Timeline, writeDown } from './plan.ts'
import { type Outcome, runPlans } from './run.ts'
import type { MoneyWorld } from './world.ts'

/** Number of stories that run side by side on one timeline. */
const batchSize = 64

export interface Summary {
  runs: number
  violations: number
  coverage: Coverage
}

type ModelOptions = { runs: number; seed: number; printLine: (line: string) => void; shrinks?: boolean }

/** Runs plans drawn from a seed. Each violation is reported with the shortest plan that still causes it. */
export async function runModel(
  world: MoneyWorld,
  { runs, seed, printLine, shrinks = true }: ModelOptions,
): Promise<Summary> {
  const plans = makePlans(runs, seed)
  world.shop.faults.seed(seed)
  const coverage = new Coverage()
  const kinds = new Set<string>()
  let violations = 0
  for (let firstRun = 0; firstRun < runs; firstRun += batchSize) {
    const startedAt = Date.now()
    const timeline = makeTimeline(seed + firstRun)
    const outcomes = await runPlans(world, plans.slice(firstRun, firstRun + batchSize), timeline, coverage)
    const brokenOutcomes = outcomes.filter(({ violations }) => violations.length > 0)
    violations += brokenOutcomes.length
    printLine(
      `${firstRun + outcomes.length} of ${runs}: ${Date.now() - startedAt} ms, ${brokenOutcomes.length} broken`,
    )
    for (const outcome of brokenOutcomes) {
      // Only the first violation of a kind is reduced to its shortest plan, because the others probably have the same
      // cause.
      const kind = kindOf(outcome)
      const isNew = !kinds.has(kind)
      kinds.add(kind)
      const shortest = isNew && shrinks ? await shrinkPlan(world, outcome, timeline) : outcome
      printLine(`  BROKEN ${writeDown(shortest.plan, timeline)}`)
      for (const words of shortest.violations) printLine(`    ${words}`)
    }
  }
  return { runs, violations, coverage }
}

const kindOf = ({ violations }: Outcome) => violations.map((words) => words.replace(/\d+/g, 'n')).join()

/** Removes every action from a plan that is not needed to cause the same violation. */
export async function shrinkPlan(world: MoneyWorld, outcome: Outcome, timeline: Timeline): Promise<Outcome> {
  let shortest = outcome
  const kind = (outcome.violations[0] ?? '').replace(/\d+/g, 'n')
  for (let turn = timeline.length - 1; turn >= 0; turn -= 1) {
    if (!shortest.plan[turn]) continue
    const plan: Plan = shortest.plan.map((act, index) => (index === turn ? null : act))
    const [tried] = await runPlans(world, [plan], timeline)
    if (tried?.violations.some((words) => words.replace(/\d+/g, 'n') === kind)) shortest = tried
  }
  return shortest
}
