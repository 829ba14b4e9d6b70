import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { restoreLarge } from './large.ts'
import { runLossAndRestore, tailPlans } from './lost-tail.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Instead of the random plans, measures the restore of a market with this number of orders. */
    rows: { type: 'string' },
  },
})

if (values.rows) {
  await restoreLarge(Number(values.rows), (line) => void process.stdout.write(`${line}\n`))
  process.exit(0)
}
process.stdout.write(`Seed ${values.seed}\n`)
let [strangers, cases, failed] = [0, 0, 0]
for (const [index, plan] of tailPlans(Number(values.runs), Number(values.seed)).entries()) {
  const report = await runLossAndRestore(plan)
  strangers += report.false_payments
  cases += report.cases
  failed += report.problems.length
  process.stdout.write(
    `Restore ${index + 1}: ${report.seconds.toFixed(1)} s, ${report.cases} cases, ${report.problems.length ? 'BROKEN' : 'sound'} ${JSON.stringify(plan)}\n`,
  )
  for (const line of report.problems) process.stdout.write(`  BROKEN ${line}\n`)
}
process.stdout.write(
  `${values.runs} restores: ${strangers} false payments, ${cases} cases, ${failed} broken\n`,
)
process.exit(failed > 0 ? 1 : 0)
