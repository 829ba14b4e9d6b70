import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import { hideAuthor } from '#services/users/visibility/hidden-authors.ts'
import {
  advanceClock,
  api,
  fillList,
  insertBlocker,
  insertPerson,
  list,
  reader,
  setUpLists,
} from './list-scenes.ts'

/**
 * A list's total of at most 1,000 is counted anew for each viewer. That a list has more than 1,000 listings is cached for
 * two seconds, also for viewers who see fewer.
 */

setUpLists()

async function total(filters: object, viewer_id = reader, pagination = {}) {
  const page = await list({ filters, pagination }, viewer_id, 'vacancy')
  return [page.pagination.total, page.pagination.is_capped]
}
const cappedTotal = [limits.totals.exact, true]

test('that a list is long is remembered for a moment, for whoever asks', async () => {
  const [manyAuthor, fewAuthor] = [
    await fillList(950, { title: 'Рояль' }),
    await fillList(90, { title: 'Рояль' }),
  ]
  for (const filters of [{}, { search: 'рояль' }]) {
    advanceClock(limits.totals.ms)
    const [withoutFew, blockerOfMany] = [await insertBlocker(fewAuthor), await insertBlocker(manyAuthor)]
    expect(await total(filters, withoutFew)).toEqual([950, false])
    expect(await total(filters)).toEqual(cappedTotal)
    expect(await total(filters, withoutFew)).toEqual(cappedTotal)
    // A page with fewer listings than its size proves that the list ends there for this viewer.
    expect(await total(filters, blockerOfMany, { per_page: 100 })).toEqual([90, false])
    advanceClock(limits.totals.ms)
    expect(await total(filters, withoutFew)).toEqual([950, false])
  }
})

test('a short total is counted at every moment, also right after somebody was hidden', async () => {
  const [author, otherAuthor] = [await fillList(40, { title: 'Арфа' }), await fillList(20, { title: 'Арфа' })]
  const filters = { search: 'арфа' }
  const id = await insertPerson()
  expect(await total(filters, id)).toEqual([60, false])
  await hideAuthor({ ...api.ctx, viewer: { id } } as Parameters<typeof hideAuthor>[0], otherAuthor)
  expect(await total(filters, id)).toEqual([40, false])
  expect(await total(filters)).toEqual([60, false])
  await sql`update listings set status = 'archived' where author_id = ${author}`.execute(api.ctx.db)
  expect([await total(filters, id), await total(filters)]).toEqual([
    [0, false],
    [20, false],
  ])
  // A page behind the end tells the same totals.
  expect([await total(filters, id, { page: 2 }), await total(filters, reader, { page: 2 })]).toEqual([
    [0, false],
    [20, false],
  ])
})

test('a list that became short says so two seconds later, whatever its listings did', async () => {
  const leaves = await sql<{ id: number }>`select id from categories where parent_id is not null
    order by id limit 2`.execute(api.ctx.db)
  const [first, second] = leaves.rows.map(({ id }) => id)
  const columns = { title: 'Тромбон', price_base: 630_000, category_id: first as number }
  const author = await fillList(1200, columns)
  const changeColumn = async (column: string, value: unknown, condition: string) => {
    await sql`update listings set ${sql.ref(column)} = ${value}
      where author_id = ${author} and ${sql.raw(condition)}`.execute(api.ctx.db)
    advanceClock(limits.totals.ms)
  }
  await changeColumn('urgent', true, 'true')
  await changeColumn('payment_format', 'fixed', 'true')
  await changeColumn('experience', 'none', 'true')
  const filters = {
    search: 'тромбон',
    is_remote: false,
    is_urgent: true,
    category_id: first,
    payment_format: 'fixed',
    experience: 'none',
    price_from: 6200,
    price_to: 6400,
  }
  const { search: _, ...withoutSearch } = filters
  const changes = {
    status: ['archived', 'published'],
    price_base: [990_000, 630_000],
    title: ['Валторна', 'Тромбон'],
    is_remote: [true, false],
    category_id: [second, first],
    payment_format: ['hourly', 'fixed'],
    experience: ['gt6', 'none'],
    urgent: [false, true],
  }
  for (const [column, [changed, unchanged]] of Object.entries(changes)) {
    const filterSets = column === 'title' ? [filters] : [filters, withoutSearch]
    for (const filterSet of filterSets) expect(await total(filterSet), column).toEqual(cappedTotal)
    await changeColumn(column, changed, 'id % 5 = 0')
    for (const filterSet of filterSets) expect(await total(filterSet), column).toEqual([960, false])
    await changeColumn(column, unchanged, 'id % 5 = 0')
  }
})

test('prices are compared in their own money, in specialities and in groups of them', async () => {
  const leaves = await sql<{ id: number; group_id: number }>`select id, parent_id as group_id from categories
    where parent_id is not null order by parent_id, id limit 2`.execute(api.ctx.db)
  const [leaf, sibling] = leaves.rows as [{ id: number; group_id: number }, { id: number }]
  for (const category_id of [leaf.id, sibling.id]) await fillList(700, { price_base: 2_600_000, category_id })
  const range = { price_from: 25_000, price_to: 27_000 }
  expect(await total({ ...range, category_id: leaf.group_id })).toEqual(cappedTotal)
  for (const category_id of [leaf.id, sibling.id])
    expect(await total({ ...range, category_id })).toEqual([700, false])
  expect(await total({ ...range, category_id: leaf.id, currency_id: currencyIds.TON })).toEqual([0, false])
  expect(await total({ ...range, category_id: leaf.id, is_remote: true })).toEqual([0, false])
})

test('words behind a minus are words that must not be there', async () => {
  const [pianoAuthor, otherAuthor] = [
    await fillList(3, { title: 'Лира новая' }),
    await fillList(2, { title: 'Лира старая' }),
  ]
  for (const search of ['лира -старая', '-старая лира', '-"старая" лира', 'лира -"лира старая"'])
    expect(await total({ search }), search).toEqual([3, false])
  const filters = { search: '-лира', author_id: otherAuthor }
  expect(await total(filters)).toEqual([0, false])
  expect(await total({ ...filters, author_id: pianoAuthor, exclude: 'старая' })).toEqual([0, false])
  expect(await total({ search: 'лира', exclude: 'старая' })).toEqual([3, false])
})

test('of words that all of the newest say, and few others, the total is exact', async () => {
  await fillList(40, { title: 'Домра' })
  expect(await total({ search: 'домра' })).toEqual([40, false])
  await fillList(1100, { title: 'Балалайка' })
  expect(await total({ search: 'балалайка' })).toEqual(cappedTotal)
  expect(await total({ search: 'домра балалайка' })).toEqual([0, false])
})
