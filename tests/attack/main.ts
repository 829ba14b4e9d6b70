import { parseArgs } from 'node:util'
import { attack } from './attack.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    times: { type: 'string', default: '24' },
    /** Substring of the names of entry points. */
    only: { type: 'string', default: '' },
  },
})
const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const [seed, times] = [Number(values.seed), Number(values.times)]
const rows = await attack(
  { seed, times, margin: 1, isSelected: (_, name) => name.includes(values.only) },
  printLine,
)
const exceeding = rows.filter(({ ratio, limit }) => ratio > limit)
printLine(`seed ${seed}: ${rows.length - exceeding.length} passed, ${exceeding.length} failed`)
process.exit(exceeding.length > 0 ? 1 : 0)
