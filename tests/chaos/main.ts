import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'
import { makePlans, type Plan } from './plan.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** One run with exactly this plan, as a failed run printed it. */
    plan: { type: 'string' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seed = Number(values.seed)
say(`Seed ${seed}`)
const plans = values.plan ? [JSON.parse(values.plan) as Plan] : makePlans(Number(values.runs), seed)
const { failed } = await runChaos(plans, say)
process.exit(failed ? 1 : 0)
