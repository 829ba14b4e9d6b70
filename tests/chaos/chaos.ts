import type { WorldOptions } from '#tests/support/servers/world.ts'
import type { Plan } from './plan.ts'
import { changeAudience, openArena, runPlan } from './run.ts'

export interface Summary {
  runs: number
  orders: number
  /** Number of boosts, refunds and orders paid with Stars, together. */
  otherPayments: number
  /** Messages to authors that arrived twice, each because a process was killed between sending it and recording it. */
  repeated: number
  /** Messages to freelancers that may have been lost, because the sender was killed. */
  unknown: number
  failed: boolean
  /** Violations found in the failed run. The runs stop at the first failure. */
  violations: string[]
}

/** Runs the chaos plans one after another on one running copy of the product, and prints the result of each. */
export async function runChaos(
  plans: Plan[],
  printLine: (line: string) => void,
  options: WorldOptions = {},
): Promise<Summary> {
  const summary: Summary = {
    runs: 0,
    orders: 0,
    otherPayments: 0,
    repeated: 0,
    unknown: 0,
    failed: false,
    violations: [],
  }
  const times: number[] = []
  const chaosWorld = await openArena(options)
  try {
    for (const [index, plan] of plans.entries()) {
      if (index > 0) await changeAudience(chaosWorld)
      printLine(`Run ${index + 1} of ${plans.length}: ${JSON.stringify(plan)}`)
      const { violations, repeated, unknown, recovered_ms, ms } = await runPlan(
        chaosWorld,
        plan,
        String(index + 1),
      )
      summary.runs += 1
      summary.orders += plan.orders.length
      summary.otherPayments += plan.boosts.length + plan.refunds.length + plan.stars.length
      summary.repeated += repeated
      summary.unknown += unknown
      times.push(ms)
      printLine(
        `  quiet after ${ms} ms, ready ${recovered_ms} ms after the restart, ${repeated} repeated, ${unknown} unknown`,
      )
      if (violations.length === 0) continue
      for (const line of violations) printLine(`  BROKEN ${line}`)
      printLine(`  Logs: ${chaosWorld.world.logs}. Again: npm run chaos -- --plan '${JSON.stringify(plan)}'`)
      Object.assign(summary, { failed: true, violations })
      break
    }
  } finally {
    await chaosWorld.stop()
  }
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
  printLine(
    `${summary.runs} runs, ${summary.orders} orders, ${summary.otherPayments} boosts, refunds and orders for Stars: ${summary.failed ? 'BROKEN' : 'nothing lost, nothing twice'}; ` +
      `${summary.repeated} messages repeated, ${summary.unknown} unknown; median ${median} ms, longest ${times.at(-1)} ms`,
  )
  return summary
}
