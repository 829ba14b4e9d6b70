import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type AreaName, areas } from './areas.ts'
import { draw, mutantsOf } from './places.ts'
import { name, say, tell } from './report.ts'
import { run } from './run.ts'
import { copyTree } from './tree.ts'

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Names of areas, comma-separated. */
    area: { type: 'string', default: Object.keys(areas).join() },
    /** Substring of the paths of the sources to mutate. */
    only: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    /** Lists the mutants without running them. */
    list: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const wanted = values.area.split(',') as AreaName[]
for (const name of wanted)
  if (!(name in areas)) throw new Error(`no area ${name}: ${Object.keys(areas).join(', ')}`)
const tree = await copyTree()
try {
  const all = wanted.map((area) =>
    mutantsOf(tree.root, area).filter(({ file }) => file.includes(values.only)),
  )
  const drawn = draw(tree.root, all, Number(values.places), seed)
  say(`Seed ${seed}: ${drawn.length} of ${all.flat().length} possible changes`)
  if (values.list) drawn.forEach(name)
  else process.exitCode = tell(await run(tree, drawn, Number(values.lanes))) ? 0 : 1
} finally {
  await tree.remove()
}
