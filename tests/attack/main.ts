import { parseArgs } from 'node:util'
import { runAttack } from './attack.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    times: { type: 'string', default: '24' },
    /** Runs only the entry points with this text in their names. */
    only: { type: 'string', default: '' },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const [seed, times] = [Number(values.seed), Number(values.times)]
const rows = await runAttack(
  { seed, times, margin: 1, isSelected: (_, name) => name.includes(values.only) },
  printLine,
)
const exceedingRows = rows.filter(({ ratio, limit }) => ratio > limit)
printLine(`seed ${seed}: ${rows.length - exceedingRows.length} passed, ${exceedingRows.length} failed`)
process.exit(exceedingRows.length > 0 ? 1 : 0)
