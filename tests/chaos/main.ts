import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type FaultName, faultNames } from './blows.ts'
import { runChannelKills } from './channels.ts'
import { runChaos } from './chaos.ts'
import { runFailover } from './failover.ts'
import { makeKills, runFanOutKills } from './fan-out.ts'
import { runFaults } from './faults.ts'
import { makePlans, type Plan } from './plan.ts'
import { runSmall } from './small.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Runs only this plan. A failed run prints its plan in this form. */
    plan: { type: 'string' },
    /** Runs API, bot and workers as one process, which is killed as a whole. */
    'one-process': { type: 'boolean', default: false },
    /** Kills sender processes and Redis this many times while they send bulk messages, instead of running plans. */
    'fan-out': { type: 'string' },
    /** Posts this many listings in two channels while the workers are killed, instead of running plans. */
    channels: { type: 'string' },
    kills: { type: 'string', default: '20' },
    /**
     * Sells this many orders while a primary server is killed, instead of running plans. `--of` names the server:
     * `postgres` or `redis`.
     */
    failover: { type: 'string' },
    of: { type: 'string', default: 'postgres' },
    /** Has so many people use a small installation within 1 GB while its parts are killed, instead of running plans. */
    small: { type: 'string' },
    /** Causes a fault of the machine, instead of running plans. The value is `all` or one of `faultNames`. */
    fault: { type: 'string' },
  },
})

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(values.seed)
printLine(`Seed ${seed}`)
if (values['fan-out']) {
  const { violations, ...figures } = await runFanOutKills(
    makeKills(Number(values['fan-out']), seed),
    printLine,
  )
  printLine(JSON.stringify(figures))
  for (const line of violations) printLine(`BROKEN ${line}`)
  process.exit(violations.length > 0 ? 1 : 0)
}
if (values.channels) {
  const plan = { listings: Number(values.channels), kills: Number(values.kills), seed }
  const { violations, ...figures } = await runChannelKills(plan, printLine)
  printLine(JSON.stringify(figures))
  for (const line of violations) printLine(`BROKEN ${line}`)
  process.exit(violations.length > 0 ? 1 : 0)
}
if (values.failover) {
  const serverName = values.of === 'redis' ? 'redis' : 'postgres'
  const violations = await runFailover(Number(values.failover), serverName, printLine)
  process.exit(violations.length > 0 ? 1 : 0)
}
if (values.small) process.exit((await runSmall(Number(values.small), seed, printLine)) ? 0 : 1)
if (values.fault) {
  const isKnown = (name: string): name is FaultName => faultNames.some((knownName) => knownName === name)
  const names = values.fault === 'all' ? [...faultNames] : values.fault.split(',').filter(isKnown)
  if (names.length === 0) throw new Error(`--fault is all, or some of ${faultNames.join(', ')}`)
  const violations = await runFaults(names, seed, printLine)
  process.exit(violations.length > 0 ? 1 : 0)
}
const plans = values.plan ? [JSON.parse(values.plan) as Plan] : makePlans(Number(values.runs), seed)
const { failed } = await runChaos(plans, printLine, { one_process: values['one-process'] })
process.exit(failed ? 1 : 0)
