import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { suspiciousPlaces } from '#services/moderation/review/rules.ts'
import { everyNth } from '#tests/support/run/share.ts'
import { exceptions, fullyListedFiles, readers } from './readers.ts'
import { buildText, shapes } from './shapes.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const readerCalls = Object.entries(readers).flatMap(([file, functions]) =>
  Object.entries(functions).map(([name, call]) => ({ file, name, call })),
)

/**
 * CPU time in microseconds. A function that needs less is accepted, however its time grows with the length of the text.
 */
const negligibleCost = 40_000
/** CPU time in microseconds. If a part of the longest text costs this much, the time does not grow linearly. */
const excessiveCost = 1_000_000

function cpuOf(call: (input: string) => unknown, input: string): number {
  const { user } = process.cpuUsage()
  call(input)
  return process.cpuUsage().user - user
}

/** Ratio of the CPU time for 60,000 characters to the CPU time for 30,000 characters. */
function growthOf(call: (input: string) => unknown, shape: [string, string, string]): number {
  let cost = 0
  for (const length of [1000, 4000, 15_000]) {
    cost = cpuOf(call, buildText(shape, length))
    if (cost > excessiveCost) return Infinity
  }
  // Even if the time grew quadratically, the longest text would cost little.
  if (16 * cost < negligibleCost) return 1
  const [half, full] = [buildText(shape, 30_000), buildText(shape, 60_000)]
  const fullCost = cpuOf(call, full)
  if (fullCost < negligibleCost) return 1
  // Load on the machine is random, but a non-linear pattern is slow each time: the lowest of some ratios counts. A text
  // whose time clearly grows linearly needs one measurement.
  let lowestRatio = fullCost / cpuOf(call, half)
  for (let tries = 0; tries < 8 && lowestRatio > 2.2; tries++)
    lowestRatio = Math.min(lowestRatio, cpuOf(call, full) / cpuOf(call, half))
  return lowestRatio
}

test.each(everyNth(2, readerCalls))(
  '$file: $name takes time as its text is long',
  { timeout: 240_000 },
  ({ call }) => {
    // The first call compiles the regular expressions of each alphabet, so these calls are not measured.
    for (const input of ['Нужен логотип до 5 декабря', 'a logo by Friday']) call(input)
    // Stops at the first slow text, because each further slow text would cost seconds more.
    const slowShape = Object.entries(shapes).find(([, shape]) => growthOf(call, shape) > 2.5)
    expect(slowShape?.[0]).toBeUndefined()
  },
)

/** Matches exported functions whose first parameter is a text that a person wrote. */
const textParameterPattern =
  /export (?:async )?(?:function|const) (\w+)(?: = )?(?:async )?\((?:\w*[tT]ext|\w*[wW]ords?|\w*[mM]essage|\w*[iI]nput|plain|said|given|typed|title|written|encoded|body|content|whole|value|name): string\b/g
const exportPattern = /export (?:async )?(?:function (\w+)|const (\w+) = (?:async )?\()/g

test('each function that reads what people write is called here', () => {
  const functions = globSync('{contract,db,services,workers,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      const pattern = fullyListedFiles.some((folder) => file.startsWith(folder))
        ? exportPattern
        : textParameterPattern
      return Array.from(source.matchAll(pattern), ([, one, other]) => `${file}: ${one ?? other}`)
    })
  const listedFunctions = [...readerCalls.map(({ file, name }) => `${file}: ${name}`), ...exceptions]
  expect(functions.filter((one) => !listedFunctions.includes(one))).toEqual([])
  // An exception that names a function which no longer exists must be removed.
  expect(exceptions.filter((one) => !functions.includes(one))).toEqual([])
  expect(readerCalls.filter(({ file, call }) => !globSync(file, { cwd: root }).length || !call)).toEqual([])
})

test('the longest text that a field takes costs a few milliseconds', () => {
  const costs = Object.values(shapes).map((shape) => cpuOf(suspiciousPlaces, buildText(shape, 5000)))
  expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThan(50_000)
})
