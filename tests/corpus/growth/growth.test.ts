import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { suspiciousPlaces } from '#services/moderation/review/rules.ts'
import { others, read, readers } from './readers.ts'
import { shaped, shapes } from './shapes.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const called = Object.entries(readers).flatMap(([file, functions]) =>
  Object.entries(functions).map(([name, call]) => ({ file, name, call })),
)

/** Microseconds of CPU. A lower cost is acceptable, whatever its growth. */
const little = 40_000
/** Microseconds of CPU. A part of the longest text that costs this much proves that the time is not linear. */
const far = 1_000_000

function cpuOf(call: (said: string) => unknown, said: string): number {
  const { user } = process.cpuUsage()
  call(said)
  return process.cpuUsage().user - user
}

const median = (costs: number[]) => costs.toSorted((one, other) => one - other)[costs.length >> 1] ?? 0
const usual = (call: (said: string) => unknown, said: string) =>
  median(Array.from({ length: 5 }, () => cpuOf(call, said)))

/** Ratio of the times for 60,000 and 30,000 characters. */
function growthOf(call: (said: string) => unknown, shape: [string, string, string]): number {
  let cost = 0
  for (const length of [1000, 4000, 15_000]) {
    cost = cpuOf(call, shaped(shape, length))
    if (cost > far) return Infinity
  }
  // Even with quadratic growth the longest text would be cheap.
  if (16 * cost < little) return 1
  const [half, whole] = [shaped(shape, 30_000), shaped(shape, 60_000)]
  if (cpuOf(call, whole) < little) return 1
  // Takes the best of three tries: load on the machine is random, a non-linear pattern is slow each time.
  const tries = Array.from({ length: 3 }, () => () => usual(call, whole) / usual(call, half))
  let least = Infinity
  for (const measure of tries) if (least > 2.5) least = Math.min(least, measure())
  return least
}

test.each(called)('$file: $name takes time as its text is long', { timeout: 60_000 }, ({ call }) => {
  // Warm-up: the first call compiles the patterns, once per alphabet.
  for (const said of ['Нужен логотип до 5 декабря', 'a logo by Friday']) call(said)
  const slow = Object.entries(shapes)
    .map(([name, shape]) => ({ name, growth: growthOf(call, shape) }))
    .filter(({ growth }) => growth > 2.5)
  expect(slow).toEqual([])
})

/** Matches functions whose first parameter is a person's text. */
const takesText =
  /export (?:async )?(?:function|const) (\w+)(?: = )?(?:async )?\((?:text|plain|words?|said|given|typed|title|written|body|message|whole|value|name): string\b/g
const exported = /export (?:async )?(?:function (\w+)|const (\w+) = (?:async )?\()/g

test('each function that reads what people write is called here', () => {
  const found = globSync('{contract,db,services,workers,web}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8')
      const pattern = read.some((folder) => file.startsWith(folder)) ? exported : takesText
      return Array.from(source.matchAll(pattern), ([, one, other]) => `${file}: ${one ?? other}`)
    })
  const listed = [...called.map(({ file, name }) => `${file}: ${name}`), ...others]
  expect(found.filter((one) => !listed.includes(one))).toEqual([])
  // Names that no longer exist must be removed from the list.
  expect(others.filter((one) => !found.includes(one))).toEqual([])
  expect(called.filter(({ file, call }) => !globSync(file, { cwd: root }).length || !call)).toEqual([])
})

test('the longest text that a field takes costs a few milliseconds', () => {
  const costs = Object.values(shapes).map((shape) => cpuOf(suspiciousPlaces, shaped(shape, 5000)))
  expect(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toBeLessThan(50_000)
})
