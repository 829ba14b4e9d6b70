import { findCircle } from './circles.ts'
import { arrowsOf, findForbiddenDependencies, folderLayers, type House } from './floors.ts'
import { isTest, readImports } from './imports.ts'
import { readNumbers } from './numbers.ts'

/**
 * `npm run house`: prints the imports between folders, the top layer first. Fails if a folder imports from a higher
 * layer or if files import each other in a circle. With `--numbers`, also prints measures of the code base and their
 * limits.
 */

const imports = (await readImports()).filter(({ from }) => !isTest.test(from))
for (const house of Object.keys(folderLayers) as House[]) {
  const arrows = arrowsOf(house, imports)
  const rooms = [...folderLayers[house]].toReversed()
  for (const room of rooms) {
    const dependencies = arrows
      .filter(({ from }) => from === room)
      .map(({ to, imports }) => `${to} ${imports.length}`)
    console.log(`${house}/${room}`.padEnd(32), dependencies.toReversed().join(', ') || '-')
  }
  const climbingArrows = findForbiddenDependencies(house, arrows)
  console.log(
    `${house}: ${rooms.length} folders, ${arrows.length} arrows, ${climbingArrows.length} back up\n`,
  )
  for (const { imports } of climbingArrows)
    for (const { from, to } of imports) console.log(`  ${from} -> ${to}`)
  if (climbingArrows.length > 0) process.exitCode = 1
}
const circle = findCircle(imports)
console.log(circle ? `a circle of files: ${circle.join(' -> ')}` : 'no circle of files')
if (circle) process.exitCode = 1
if (process.argv.includes('--numbers'))
  for (const { name, value, goal } of await readNumbers())
    console.log(
      name.padEnd(44),
      String(value).padStart(7),
      goal === undefined ? '' : `at most ${goal}${value > goal ? ', missed' : ''}`,
    )
