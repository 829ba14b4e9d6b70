import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ListingFilters } from '#contract/calls/filters.ts'
import { collectionIndexes, foundBy, walkIndexes } from '#services/listings/search/indexes.ts'
import { openApi } from './support/api/api.ts'

/**
 * Each filter of a list names its indexes in services/listings/search/indexes.ts. These tests compare them with the
 * indexes of the database.
 */

/** Columns of each index on listings and on their skills, by the name of the index. */
let indexes: Map<string, string[]>
beforeAll(async () => {
  const { owner } = await openApi()
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select class.relname as name, array_agg(coalesce(attribute.attname, '')) as columns
    from pg_index one join pg_class class on class.oid = one.indexrelid
      cross join unnest(one.indkey) number
      left join pg_attribute attribute on attribute.attrelid = one.indrelid and attribute.attnum = number
    where one.indrelid in ('listings'::regclass, 'listing_skills'::regclass)
    group by class.relname`.execute(owner)
  indexes = new Map(rows.map(({ name, columns }) => [name, columns]))
})
const filters = Object.entries(foundBy)

test('every filter says how it is found', () => {
  const unlistedFilters = Object.keys(ListingFilters.shape).filter((filter) => !(filter in foundBy))
  const problems = unlistedFilters.map((filter) => `the filter ${filter} has no line in indexes.ts`)
  expect(problems).toEqual([])
})

test('every index that is named is in the database', () => {
  const namedIndexes = [...walkIndexes, ...collectionIndexes, ...filters.flatMap(([, one]) => one.indexes)]
  const missingNames = [...new Set(namedIndexes)].filter((name) => !indexes.has(name))
  expect(missingNames.map((name) => `indexes.ts names ${name}, which no migration makes`)).toEqual([])
})

test('every index of live listings is needed by a sort or a filter', () => {
  const neededIndexes = new Set([
    ...walkIndexes,
    ...collectionIndexes,
    ...filters.flatMap(([, one]) => one.indexes),
  ])
  const unusedIndexes = [...indexes.keys()].filter(
    (name) => name.startsWith('listings_live_') && !neededIndexes.has(name),
  )
  expect(
    unusedIndexes.map((name) => `no sort and no filter needs ${name}: name it in indexes.ts or drop it`),
  ).toEqual([])
})

test('a page by any filter is read out of the index of its sort', () => {
  const problems = walkIndexes.flatMap((name) =>
    filters.flatMap(([filter, { columns }]) =>
      columns
        .filter((column) => !indexes.get(name)?.includes(column))
        .map((column) => `${name} lacks ${column}: the filter ${filter} would read the table for each row`),
    ),
  )
  expect(problems).toEqual([])
})
