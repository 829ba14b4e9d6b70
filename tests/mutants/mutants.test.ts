import { expect, test } from 'vitest'
import { type AreaName, areas } from './areas.ts'
import { equivalents } from './equivalents.ts'
import { editsOf } from './operators.ts'
import { mutantsOf } from './places.ts'
import { ownRoot } from './tree.ts'

/** Returns all mutations of a source, each as its operator and the mutated source. */
const mutate = (source: string) =>
  editsOf(source).map(({ operator, start, end, text }) => [
    operator,
    source.slice(0, start) + text + source.slice(end),
  ])

test.each([
  ['a < 1 && b', 'shift boundary', 'a <= 1 && b'],
  ['a < 1 && b', 'swap and/or', 'a < 1 || b'],
  ['a < 1 && b', 'number minus one', 'a < (1 - 1) && b'],
  ['x = 5000', 'double number', 'x = (5000 * 2)'],
  ['if (a) throw b', 'negate condition', 'if (!(a)) throw b'],
  ['if (a) throw b', 'remove guard', ''],
  ['await save(x)', 'remove statement', ';'],
  ['q.select(x).forUpdate()', 'drop link', 'q.select(x)'],
  ["q.orderBy('a', 'desc')", 'turn order', "q.orderBy('a', 'asc')"],
  ['f = () => { run() }', 'return at once', 'f = () => { return undefined as never; run() }'],
  ['x = a ?? b', 'drop fallback', 'x = a'],
  ['x = [1, 2]', 'remove element', 'x = [1]'],
  [
    'sql`a <= b and c is null for update skip locked`',
    'sql: shift boundary',
    'sql`a < b and c is null for update skip locked`',
  ],
  [
    'sql`a <= b and c is null for update skip locked`',
    'sql: swap and/or',
    'sql`a <= b or c is null for update skip locked`',
  ],
  ['sql`a <= b and c is null for update skip locked`', 'sql: drop lock', 'sql`a <= b and c is null `'],
])('%s: %s', (source, operator, expected) => {
  expect(mutate(source)).toContainEqual([operator, expected])
})

test('types, imports, the log and words for developers are left alone', () => {
  const source = `import x from 'y'
    type A = 'b' | 3
    log.info('told')
    const error = new Error('only a developer reads this')
    const both = sql\`a between 1 and 2\``
  expect(mutate(source).map(([operator]) => operator)).toEqual([])
})

const names = Object.keys(areas) as AreaName[]
const allMutants = names.flatMap((name) => mutantsOf(ownRoot, name))

test('every equivalent still names a change that can be made', () => {
  const staleEquivalents = equivalents.filter(
    (one) =>
      !allMutants.some(
        ({ file, operator, from, to }) =>
          file === one.file && operator === one.operator && from === one.from && to === one.to,
      ),
  )
  expect(staleEquivalents).toEqual([])
})
