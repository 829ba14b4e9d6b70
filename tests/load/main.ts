import { parseArgs } from 'node:util'
import { comparison } from './comparison.ts'
import { benchDelivery } from './delivery.ts'
import { benchPopular } from './popular.ts'
import { benchStanding } from './standing.ts'
import { benchViews } from './views.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '7' },
    peers: { type: 'boolean', default: false },
    /** Duration of the memory measurement. */
    minutes: { type: 'string', default: '2' },
    /** Names of requests, `mix`, `constant` or separate measurements, comma-separated. */
    only: { type: 'string' },
  },
})

const say = (line: string) => void process.stdout.write(`${line}\n`)
const apart = {
  delivery: () => benchDelivery(say),
  popular: () => benchPopular(say),
  views: () => benchViews(say),
  standing: () => benchStanding(say, Number(values.minutes)),
}
const only = values.only?.split(',')
const alone = (Object.keys(apart) as (keyof typeof apart)[]).filter((name) => only?.includes(name))
for (const name of alone) await apart[name]()
if (!only || alone.length < only.length)
  await comparison(say, { rows: Number(values.rows), seed: Number(values.seed), peers: values.peers, only })
process.exit()
