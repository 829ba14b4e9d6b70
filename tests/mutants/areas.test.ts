import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AreaName, areas, unmutated } from './areas.ts'
import { drawMutants, mutantsOf, testsOf } from './places.ts'
import { ownRoot } from './tree.ts'

const names = Object.keys(areas) as AreaName[]
const mutantsByArea = names.map((name) => mutantsOf(ownRoot, name))
const filesOf = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: ownRoot, exclude: ['**/*.test.ts'] }))

test('every source of services, workers, db and the contract has an area, or a reason to have none', () => {
  const covered = new Set([
    ...filesOf(Object.values(areas).flatMap(({ sources }) => sources)),
    ...filesOf(unmutated.map(({ sources }) => sources)),
  ])
  const sources = filesOf(['{services,workers,db,contract}/**/*.ts'])
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => !covered.has(file))).toEqual([])
})

test('every area has sources and tests; a seed draws the same places again, one of a line', () => {
  for (const [at, name] of names.entries()) {
    expect(mutantsByArea[at]?.length, name).toBeGreaterThan(30)
    expect(testsOf(ownRoot, name, mutantsByArea[at]?.[0]?.file ?? '').length, name).toBeGreaterThan(1)
  }
  const count = 4 * names.length
  const drawnMutants = drawMutants(ownRoot, mutantsByArea, count, 7)
  expect(drawMutants(ownRoot, mutantsByArea, count, 7)).toEqual(drawnMutants)
  expect(new Set(drawnMutants.map(({ file, line }) => `${file}:${line}`)).size).toBe(count)
  for (const name of names) expect(drawnMutants.filter(({ area }) => area === name).length, name).toBe(4)
}, 180_000)

test('every source and every test that an area names is there', () => {
  const patterns = [
    ...Object.values(areas).flatMap(({ sources, tests }) => [...sources, ...tests]),
    ...unmutated.map(({ sources }) => sources),
  ]
  const absent = patterns.filter((one) => globSync(one.split('#')[0] ?? '', { cwd: ownRoot }).length === 0)
  expect(absent).toEqual([])
})
