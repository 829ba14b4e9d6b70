import { expect, test } from 'vitest'
import { confusedWith } from './columns.ts'
import { editsOf } from './operators.ts'
import { isSlip } from './slips.ts'

/** Applies each mutation of one operator to a source. Returns the mutated sources. */
const after = (source: string, wanted: string) =>
  editsOf(source)
    .filter(({ operator }) => operator === wanted)
    .map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

test.each([
  ["q.where('a', '=', 1).execute()", ['q.execute()']],
  [
    "q.innerJoin('b', (join) => join.onRef('a', '=', 'b').on('c', '=', 1))",
    ["join.on('c', '=', 1)", "join.onRef('a', '=', 'b')"],
  ],
  ["eb.and([eb('a', '=', 1), isFree])", ['eb.and([isFree])', "eb.and([eb('a', '=', 1)])"]],
  ['eb.and({ listing_id, user_id })', ['eb.and({ user_id })', 'eb.and({ listing_id })']],
  ['x = (a || b) && (c || d)', ['x = (c || d)', 'x = (a || b)']],
  ['x = { ...(a && { b }) }', ['x = { ...({ b }) }']],
  ["bot.on('message', listen)", []],
])('forget condition: %s', (source, expected) => {
  const found = after(source, 'forget condition')
  expect(found).toHaveLength(expected.length)
  for (const [at, text] of expected.entries()) expect(found[at]).toContain(text)
})

test('forget pair: every pair of a table but the first', () => {
  expect(after("x = [['a', 1], ['b', 2], ['c', 3]]", 'forget pair')).toEqual([
    "x = [['a', 1], ['c', 3]]",
    "x = [['a', 1], ['b', 2]]",
  ])
  expect(after("x = [['a', 1], 'b']", 'forget pair')).toEqual([])
})

test('forget reset: a column that an update empties', () => {
  expect(after('q.set({ state, flagged_at: null })', 'forget reset')).toEqual(['q.set({ state })'])
  expect(after('q.set({ claimed_by: null, state })', 'forget reset')).toEqual(['q.set({ state })'])
  expect(after('draw({ keyboard: null })', 'forget reset')).toEqual([])
})

test('forget delete: a statement of Kysely or of SQL', () => {
  expect(after("await tx.deleteFrom('credits').execute(); done()", 'forget delete')).toEqual(['; done()'])
  expect(after('await sql`delete from credits`.execute(tx); done()', 'forget delete')).toEqual(['; done()'])
  expect(after("const gone = await tx.deleteFrom('credits').execute()", 'forget delete')).toEqual([])
})

test.each([
  [
    "db.selectFrom('listings').where('published_at', '<', now)",
    [
      "db.selectFrom('listings').where('created_at', '<', now)",
      "db.selectFrom('listings').where('listed_at', '<', now)",
    ],
  ],
  [
    "db.selectFrom('user_blocks').select(['user_id', 'created_at'])",
    ["db.selectFrom('user_blocks').select(['blocked_id as user_id', 'created_at'])"],
  ],
  [
    "db.selectFrom('reviews as review').orderBy('review.replied_at', 'desc')",
    [
      "db.selectFrom('reviews as review').orderBy('review.published_at', 'desc')",
      "db.selectFrom('reviews as review').orderBy('review.created_at', 'desc')",
    ],
  ],
  ["db.selectFrom('listings').where('title', '=', x)", []],
  ["other.where('created_at', '=', x)", []],
])('wrong column: %s', (source, expected) => {
  expect(after(source, 'wrong column')).toEqual(expected)
})

test('a column is confused only with one that stands in each of the tables, likeliest first', () => {
  expect(confusedWith(['listings'], 'created_at')).toEqual(['published_at', 'listed_at'])
  expect(confusedWith(['listings', 'reviews'], 'created_at')).toEqual(['published_at'])
  expect(confusedWith(['listings', 'favorite_listings'], 'created_at')).toEqual([])
  expect(confusedWith(['listings'], 'min_stake')).toEqual(['max_stake'])
  expect(confusedWith(['listings'], 'author_id')).toEqual(['executor_id'])
  expect(confusedWith(['no_table'], 'created_at')).toEqual([])
})

test.each([
  ['dayMs = 24 * 60 * 60_000', ['dayMs = 24 * 60_000', 'dayMs = 24 * 60']],
  ['x = seconds / 60', ['x = seconds']],
  ['x = 3 * dayMs', ['x = 3 * (dayMs / 24)']],
  ['x = minute * 30', ['x = (minute * 60) * 30']],
  ['x = price * 2', []],
])('wrong unit: %s', (source, expected) => {
  expect(after(source, 'wrong unit')).toEqual(expected)
})

test.each([
  ['q.limit(shown)', ['q.limit((shown) + 1)', 'q.limit((shown) - 1)']],
  ['q.limit(1)', []],
  ['q.limit(batch)', []],
  ["q.where('price', '<=', 1)", ["q.where('price', '<', 1)"]],
  ["eb('price', '>', 1)", ["eb('price', '>=', 1)"]],
])('off by one: %s', (source, expected) => {
  expect(after(source, 'off by one')).toEqual(expected)
})

test('a slip is not reported a second time as a mechanical change; names of columns are left alone', () => {
  const operators = editsOf("await tx.deleteFrom('credits').where('id', '=', id).execute()").map(
    ({ operator }) => operator,
  )
  expect(operators.toSorted()).toEqual(['forget condition', 'forget delete'])
  expect(operators.every(isSlip)).toBe(true)
})
