import { parseArgs } from 'node:util'
import { compareServers } from './comparison.ts'
import { benchDelivery } from './delivery.ts'
import { benchPopular } from './popular.ts'
import { benchStanding } from './standing.ts'
import { benchViews } from './views.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    peers: { type: 'boolean', default: false },
    /** Duration of the memory measurement in minutes. */
    minutes: { type: 'string', default: '2' },
    /**
     * Runs only these measurements, separated by commas: names of requests, `mix`, `constant`, or separate
     * measurements.
     */
    only: { type: 'string' },
  },
})

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const separateBenches = {
  delivery: () => benchDelivery(printLine),
  popular: () => benchPopular(printLine),
  views: () => benchViews(printLine),
  standing: () => benchStanding(printLine, Number(values.minutes)),
}
// A name may have a comma of its own, with a space behind it.
const chosenNames = values.only?.split(/,(?=\S)/)
const chosenSeparate = (Object.keys(separateBenches) as (keyof typeof separateBenches)[]).filter((name) =>
  chosenNames?.includes(name),
)
for (const name of chosenSeparate) await separateBenches[name]()
if (!chosenNames || chosenSeparate.length < chosenNames.length)
  await compareServers(printLine, {
    rows: Number(values.rows),
    seed: Number(values.seed),
    peers: values.peers,
    only: chosenNames,
  })
process.exit()
