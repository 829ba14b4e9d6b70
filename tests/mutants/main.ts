import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type AreaName, areas } from './areas.ts'
import { drawMutants, mutantsOf, placeOf } from './places.ts'
import { printLine, printMutant, printResults } from './report.ts'
import { run } from './run.ts'
import { copyTree } from './tree.ts'

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '150' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    /** Names of the areas to mutate, separated by commas. */
    area: { type: 'string', default: Object.keys(areas).join() },
    /** Asks only those of the drawn mutants whose `path:line` holds one of these texts, by commas. */
    only: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    /**
     * Starts no further mutant after this many minutes. The report contains the number of mutants that were not tested.
     */
    minutes: { type: 'string', default: 'Infinity' },
    /** Lists the mutants without running them. */
    list: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const areaNames = values.area.split(',') as AreaName[]
for (const name of areaNames)
  if (!(name in areas)) throw new Error(`no area ${name}: ${Object.keys(areas).join(', ')}`)
const tree = await copyTree()
try {
  const mutantsByArea = areaNames.map((area) => mutantsOf(tree.root, area))
  const wanted = values.only.split(',')
  const drawnMutants = drawMutants(tree.root, mutantsByArea, Number(values.places), seed).filter((mutant) =>
    wanted.some((text) => placeOf(mutant).includes(text)),
  )
  printLine(`Seed ${seed}: ${drawnMutants.length} of ${mutantsByArea.flat().length} possible changes`)
  if (values.list) drawnMutants.forEach(printMutant)
  else {
    const judgedMutants = await run(tree, drawnMutants, {
      lanes: Number(values.lanes),
      minutes: Number(values.minutes),
    })
    if (judgedMutants.length < drawnMutants.length)
      printLine(`${drawnMutants.length - judgedMutants.length} were left: the minutes were over`)
    process.exitCode = printResults(judgedMutants) ? 0 : 1
  }
} finally {
  await tree.remove()
}
