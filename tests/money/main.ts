import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serversOfOne } from '#tests/support/servers/world-servers.ts'
import { runModel } from './money.ts'
import { readBack } from './plan.ts'
import { runPlans } from './run.ts'
import { openMoneyWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Runs only this plan. A failed run prints its plan in this form. */
    plan: { type: 'string' },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const folder = await mkdtemp(path.join(tmpdir(), 'otklik-money-'))
// The system user `postgres` must be able to enter the folder. Otherwise the data would be written to /var/lib.
await chmod(folder, 0o755)
const servers = await serversOfOne(folder)
const world = await openMoneyWorld(servers)
let hasFailed = false
try {
  if (values.plan) {
    const { plan, timeline } = readBack(values.plan)
    const [{ violations } = { violations: [] }] = await runPlans(world, [plan], timeline)
    for (const words of violations) printLine(`BROKEN ${words}`)
    hasFailed = violations.length > 0
  } else {
    const [runs, seed] = [Number(values.runs), Number(values.seed)]
    printLine(`Seed ${seed}`)
    const startedAt = Date.now()
    const { violations, coverage } = await runModel(world, { runs, seed, printLine })
    printLine(coverage.table())
    printLine(`Pairs never met (empty cells cannot be): ${coverage.missing().join(', ') || 'none'}`)
    printLine(
      `${runs} runs in ${Math.round((Date.now() - startedAt) / 1000)} s, ${violations} violations, seed ${seed}`,
    )
    hasFailed = violations > 0
  }
} finally {
  await world.close()
  for (const [, server] of servers.parts) await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(hasFailed ? 1 : 0)
