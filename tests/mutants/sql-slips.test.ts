import { expect, test } from 'vitest'
import { editsOf } from './operators.ts'

/** Applies each mutation of one operator to an SQL template. Returns the mutated templates. */
function after(sql: string, wanted: string): string[] {
  const source = `sql\`${sql}\``
  return editsOf(source)
    .filter(({ operator }) => operator === `sql: ${wanted}`)
    .map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))
    .map((changed) => changed.slice(4, -1).replace(/\s+/g, ' ').trim())
}

test.each([
  ['select from a where x = 1', ['select from a where true']],
  [
    `select from a where x = \${x} and y = \${f(y)} order by z`,
    [`select from a where y = \${f(y)} order by z`, `select from a where x = \${x} order by z`],
  ],
  ['x between 1 and 2 and y', ['x between 1 and 2']],
  ['a and (b or c and d) and e', ['a and e', 'a and (b or c ) and e', 'a and (b or c and d)']],
  ["a and x = 'b and c'", ['a']],
  [
    'from a join b on a.id = b.id and b.kind = 1 left join c on true',
    ['from a join b on a.id = b.id left join c on true'],
  ],
  ['case when a and case when b then c end = d then e end', ['case when a then e end']],
  [
    'exists (select from b where b.x = 1) and a',
    ['exists (select from b where true) and a', 'exists (select from b where b.x = 1)'],
  ],
])('forget condition: %s', (sql, expected) => {
  expect(after(sql, 'forget condition').toSorted()).toEqual(expected.toSorted())
})

test('forget pair: a pair of a list, a row of values', () => {
  expect(after('(a, b) in ((c, d), (d, c))', 'forget pair')).toEqual(['(a, b) in ((c, d))'])
  expect(after("values ('a', 1), ('b', 2), ('c', 3)", 'forget pair')).toEqual([
    "values ('a', 1), ('c', 3)",
    "values ('a', 1), ('b', 2)",
  ])
  expect(after('f((a), (b))', 'forget pair')).toEqual([])
})

test.each([
  [
    'select listing.created_at from listings listing order by listing.listed_at',
    [
      'select listing.published_at as created_at from listings listing order by listing.listed_at',
      'select listing.listed_at as created_at from listings listing order by listing.listed_at',
      'select listing.created_at from listings listing order by listing.published_at',
      'select listing.created_at from listings listing order by listing.created_at',
    ],
  ],
  ['select from user_blocks where user_id = 1', ['select from user_blocks where blocked_id = 1']],
  ['select max(user_id) from user_blocks', ['select max(blocked_id) from user_blocks']],
  ['insert into user_blocks (user_id, blocked_id) values (1, 2)', []],
  ['select from user_blocks group by user_id', []],
  ['select x as user_id from user_blocks', []],
  ['select user_id from batch', []],
])('wrong column: %s', (sql, expected) => {
  expect(after(sql, 'wrong column')).toEqual(expected)
})

test('wrong unit, off by one: intervals, truncated dates, limits', () => {
  expect(after("now() - interval '30 days'", 'wrong unit')).toEqual(["now() - interval '30 hours'"])
  expect(after("date_trunc('day', now())", 'wrong unit')).toEqual(["date_trunc('hour', now())"])
  expect(after("now() - interval '30 days'", 'off by one')).toEqual(["now() - interval '31 days'"])
  expect(after("now() - interval '1 day' limit 1", 'off by one')).toEqual([])
  expect(after('limit 20', 'off by one')).toEqual(['limit 20 + 1'])
  expect(after(`limit \${shown} for update`, 'off by one')).toEqual([`limit \${shown} + 1 for update`])
  expect(after(`limit \${batch}`, 'off by one')).toEqual([])
})

test('forget reset: a column that an update empties', () => {
  expect(after('update a set b = null, c = 1', 'forget reset')).toEqual(['update a set c = 1'])
  expect(after('update a set c = 1, b = null where d', 'forget reset')).toEqual([
    'update a set c = 1 where d',
  ])
})

test('forget delete: a part of a longer statement', () => {
  expect(after('with gone as (delete from a where b = 1) insert into a select 2', 'forget delete')).toEqual([
    'with gone as (delete from a where false and b = 1) insert into a select 2',
  ])
  expect(after('delete from a where b = 1', 'forget delete')).toEqual([])
})
