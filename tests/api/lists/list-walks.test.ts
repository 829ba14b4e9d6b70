import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import { categories } from '#tests/support/orders/sample.ts'
import {
  advanceClock,
  anna,
  api,
  at,
  fillList,
  hour,
  insertBlocker,
  insertListing,
  insertPerson,
  type ListRequest,
  list,
  reader,
  setUpLists,
} from './list-scenes.ts'

/** Tests order, pages, cursors and totals of lists. */

setUpLists()

/** Reads all ids of a list, page by page. */
async function readAllIds(request: ListRequest, per_page: number, viewer_id = reader): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...request, pagination: { per_page, ...(cursor && { cursor }) } }, viewer_id)
    ids.push(...page.ids)
    cursor = page.pagination.next_cursor
  }
  return ids
}

describe('a list', () => {
  const names = new Map<number, string>()
  let otherAuthor: number
  beforeAll(async () => {
    const rows: [string, Record<string, unknown>][] = [
      ['first', { price_base: 300, responses_count: 2, deadline: at(3 * hour) }],
      ['second', { price_base: null, responses_count: 0, deadline: at(2 * hour) }],
      ['third', { price_base: 100, responses_count: 2, published_at: at(-hour), deadline: at(0) }],
      ['fourth', { price_base: null, responses_count: 1, deadline: at(-hour) }],
      ['fifth', { price_base: 300, responses_count: 0, published_at: at(hour), deadline: at(2 * hour) }],
      ['sixth', { price_base: null, responses_count: 7, published_at: at(-hour) }],
    ]
    for (const [name, columns] of rows) names.set(await insertListing(anna, columns), name)
    otherAuthor = await insertPerson()
    await insertListing(otherAuthor, { category_id: categories.sibling })
    await insertListing(otherAuthor, { status: 'draft', published_at: null })
    await insertListing(otherAuthor, { status: 'deleted' })
    await insertListing(otherAuthor, { status: 'hidden', hidden_reason: 'owner' })
  })
  const namesOf = (ids: number[]) => ids.map((id) => names.get(id)).join(' ')

  test.each<[Sorting, string]>([
    ['newest', 'fifth fourth second first sixth third'],
    ['high_budget', 'fifth first third sixth fourth second'],
    ['low_budget', 'third first fifth second fourth sixth'],
    ['min_competition', 'second fifth fourth first third sixth'],
    // A listing whose expiry is exactly now has expired.
    ['close_deadline', 'second fifth first'],
  ])('by %s is the same walked by ones, twos and all at once', async (sort, expected) => {
    const filters = { author_id: anna }
    for (const per_page of [1, 2, 100])
      expect(namesOf(await readAllIds({ filters, sort }, per_page))).toBe(expected)
  })

  test('of one’s own is walked by age, whichever name the author goes by and whatever order is asked for', async () => {
    for (const name of ['author_id', 'client_id', 'user_id']) {
      const request = { filters: { [name]: anna }, sort: 'high_budget' }
      for (const per_page of [1, 100])
        expect(namesOf(await readAllIds(request, per_page, anna))).toBe(
          'sixth fifth fourth third second first',
        )
    }
    expect(await readAllIds({ filters: { author_id: otherAuthor } }, 100, otherAuthor)).toHaveLength(3)
    // If a request contains two names of the author filter, the first one is used.
    expect(
      namesOf((await list({ filters: { author_id: anna, user_id: reader }, sort: 'low_budget' })).ids),
    ).toMatch(/^third first/)
  })

  test('goes by pages of what was asked for, up to 100, of one’s own up to 1,000', async () => {
    const filters = { author_id: anna }
    const second = await list({ filters, pagination: { page: 2, per_page: 4 } })
    expect([namesOf(second.ids), second.pagination]).toEqual([
      'sixth third',
      { page: 2, per_page: 4, total: 6, pages: 2, is_capped: false, next_cursor: null },
    ])
    const manyRequest = { filters, pagination: { per_page: 1000 } }
    expect((await list(manyRequest)).pagination.per_page).toBe(100)
    expect((await list(manyRequest, anna)).pagination.per_page).toBe(1000)
  })

  test('has one total for the same wish, and another for each other', async () => {
    const readTotal = async (...args: Parameters<typeof list>) => (await list(...args)).pagination.total
    await insertListing(anna, { kind: 'vacancy', price_base: 5 })
    expect(await readTotal()).toBe(7)
    expect(await readTotal({}, reader, 'vacancy')).toBe(1)
    expect(await readTotal({ filters: { category_id: categories.sibling } })).toBe(1)
    expect(await readTotal({ sort: 'close_deadline' })).toBe(3)
    const blockingPerson = await insertPerson()
    await api.ctx.db.insertInto('user_blocks').values({ user_id: blockingPerson, blocked_id: anna }).execute()
    expect(await readTotal({}, blockingPerson)).toBe(1)
    expect(await readTotal({ filters: { search: 'нигде не написано' } })).toBe(0)
    // A cursor behind the last listing does not change the total.
    const cursor = Buffer.from(JSON.stringify(['newest', '2020-01-01 00:00:00+00', 1])).toString('base64url')
    expect(await readTotal({ pagination: { cursor } })).toBe(7)
  })

  test('of few knows its total at every moment', async () => {
    const author = await insertPerson()
    const filters = { author_id: author }
    const total = async (pagination: object, viewer_id = reader) =>
      (await list({ filters, pagination }, viewer_id)).pagination.total
    for (let n = 0; n < 3; n++) await insertListing(author)
    const first = { page: 1, per_page: 2 }
    expect([await total(first), await total(first, author)]).toEqual([3, 3])
    await insertListing(author)
    const second = { page: 2, per_page: 2 }
    expect([await total(first), await total(second), await total(first, author)]).toEqual([4, 4, 4])
    expect(await total({ page: 9, per_page: 2 })).toBe(4)
  })

  test('by words that few say knows its total at every moment', async () => {
    const author = await insertPerson()
    const filters = { author_id: author, search: 'вывеска' }
    const total = async () => (await list({ filters, pagination: { per_page: 2 } })).pagination.total
    for (let count = 1; count < 4; count++) {
      await insertListing(author)
      expect(await total()).toBe(count)
    }
  })

  test('behind a cursor has the total of all of it', async () => {
    const author = await insertPerson()
    const filters = { author_id: author }
    for (let n = 0; n < 2; n++) await insertListing(author)
    const { next_cursor } = (await list({ filters, pagination: { per_page: 1 } })).pagination
    const total = async (per_page: number) =>
      (await list({ filters, pagination: { cursor: next_cursor, per_page } })).pagination.total
    expect(await total(1)).toBe(2)
    for (let n = 0; n < 2; n++) await insertListing(author, { published_at: at(-hour) })
    expect([await total(1), await total(3)]).toEqual([4, 4])
  })
})

test.each([2, 3, 9, 20])('%i specialities are walked together, in one order', async (amount) => {
  const author = await insertPerson()
  const { rows } = await sql<{ id: number }>`select id from categories where parent_id is not null
    order by md5(id::text) limit ${amount}`.execute(api.ctx.db)
  const leaves = rows.map(({ id }) => id)
  const listedRows = leaves.flatMap((category_id, index) =>
    [0, 1, 2].map((offset) => {
      const published_at = at(hour + (((index * 7 + offset * 5) % 31) * amount + index) * 1000)
      return { category_id, published_at, price_base: 4_400_000_000 + index + offset * 50 }
    }),
  )
  const ids: number[] = []
  for (const columns of listedRows) ids.push(await insertListing(author, columns))
  const inOrder = (key: 'published_at' | 'price_base', sign: 1 | -1) =>
    ids.toSorted((one, other) => {
      const [a, b] = [one, other].map((id) => listedRows[ids.indexOf(id)]?.[key] ?? '')
      return (a as string) < (b as string) ? -sign : sign
    })
  const filters = { category_id: leaves, price_from: 44_000_000, price_to: 44_000_900 }
  expect(await readAllIds({ filters }, 4)).toEqual(inOrder('published_at', -1))
  expect(await readAllIds({ filters, sort: 'low_budget' }, 4)).toEqual(inOrder('price_base', 1))
  const { total } = (await list({ filters })).pagination
  expect(total).toBe(3 * amount)
  await sql`update listings set status = 'archived' where author_id = ${author}`.execute(api.ctx.db)
})

test('of more than a thousand the total is a thousand and more, and the page is walked', async () => {
  const author = await insertPerson()
  await sql`insert into listings (kind, author_id, status, title, content_hash, published_at)
    select 'order', ${author}, 'published', 'Меню', n::text, ${at(0)}::timestamptz from generate_series(1, 1001) n`.execute(
    api.ctx.db,
  )
  const readTotals = async (filters: object, viewer_id = reader) => {
    advanceClock(limits.totals.ms)
    const request = { filters: { author_id: author, ...filters } }
    const first = await list(request, viewer_id)
    const cached = await list(request, viewer_id)
    expect([cached.ids, cached.pagination]).toEqual([first.ids, first.pagination])
    const { total, pages, is_capped } = cached.pagination
    return [total, pages, is_capped]
  }
  expect(await readTotals({})).toEqual([1000, 100, true])
  expect(await readTotals({ search: 'меню' })).toEqual([1000, 100, true])
  expect(await readTotals({}, author)).toEqual([1001, 101, false])
  // The SQL statement prepared for the first viewer is used again for the next viewer. The blocks of the next viewer
  // must apply.
  const expensiveAuthor = await insertPerson()
  const mostExpensive = await insertListing(expensiveAuthor, { price_base: 9_000_000_000 })
  const byPrice = { sort: 'high_budget' }
  for (const _ of [1, 2]) expect((await list(byPrice)).ids[0]).toBe(mostExpensive)
  const blocker = await insertBlocker(expensiveAuthor)
  for (const _ of [1, 2]) expect((await list(byPrice, blocker)).ids).not.toContain(mostExpensive)
  await sql`delete from listings where author_id = ${author} and content_hash = '1'`.execute(api.ctx.db)
  expect(await readTotals({})).toEqual([1000, 100, false])
})

test('of one’s own tells how many there are, however many, on every page', async () => {
  const author = await fillList(1150)
  const readPage = (pagination: object) =>
    list({ filters: { author_id: author }, pagination: { per_page: 1000, ...pagination } }, author, 'vacancy')
  const exactTotals = { total: 1150, pages: 2, is_capped: false }
  const first = await readPage({})
  expect([first.ids.length, first.pagination]).toMatchObject([1000, exactTotals])
  for (const nextPage of [{ page: 2 }, { cursor: first.pagination.next_cursor }]) {
    const secondPage = await readPage(nextPage)
    expect([secondPage.ids.length, secondPage.pagination]).toMatchObject([
      150,
      { ...exactTotals, next_cursor: null },
    ])
  }
})

describe('a filter', () => {
  test('by tags does not mind case and blanks; by words the commas around them', async () => {
    const author = await insertPerson()
    const { id: tag } = await api.ctx.db
      .insertInto('tags')
      .values({ name: 'UI Kit' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const taggedListing = await insertListing(author, { tags: [tag], title: 'Кнопки сайта' })
    const otherListing = await insertListing(author, { title: 'Вышивка' })
    const findIds = async (filters: object) =>
      (await list({ filters: { author_id: author, ...filters } })).ids
    for (const name of ['ui kit', ' Ui   KIT '])
      expect(await findIds({ tags: name })).toEqual([taggedListing])
    expect(await findIds({ exclude: 'кнопки' })).toEqual([otherListing])
    for (const exclude of [',кнопки', 'кнопки,', ', кнопки ,, логотип ,'])
      expect(await findIds({ exclude })).toEqual([otherListing])
    for (const exclude of ['-кнопки', '"кнопки"', '-"кнопки', '--кнопки, -логотип', '"-кнопки"'])
      expect(await findIds({ exclude }), exclude).toEqual([otherListing])
    for (const exclude of ['-', '"', '-"- --', '-нетничего'])
      expect(await findIds({ exclude }), exclude).toEqual([otherListing, taggedListing])
    for (const exclude of ['кнопки, вышивки', 'вышивка кнопка'])
      expect(await findIds({ exclude })).toEqual([])
    expect(await findIds({ exclude: ',' })).toEqual([otherListing, taggedListing])
  })

  test('by words that must not be there looks through the first of the list, and through all of an own one', async () => {
    const author = await fillList(limits.exclude.considered + 3, { title: 'Виолончель' })
    await sql`update listings set title = 'Лира' where author_id = ${author} and content_hash::int > ${limits.exclude.considered - 2}`.execute(
      api.ctx.db,
    )
    const readTotals = async (exclude: string, viewer_id = reader, pagination = {}) =>
      (await list({ filters: { author_id: author, exclude }, pagination }, viewer_id, 'vacancy')).pagination
    expect(await readTotals('виолончель')).toMatchObject({ total: 2, is_capped: false, next_cursor: null })
    expect(await readTotals('лира')).toMatchObject({ total: 1000, is_capped: true })
    expect(await readTotals('виолончель', author)).toMatchObject({ total: 5, is_capped: false })
    const first = await readTotals('виолончель', reader, { per_page: 1 })
    const second = await readTotals('виолончель', reader, { per_page: 1, cursor: first.next_cursor })
    const thirdPage = await readTotals('виолончель', reader, { per_page: 1, cursor: second.next_cursor })
    expect([first.total, second.total, thirdPage.total, thirdPage.next_cursor]).toEqual([2, 2, 2, null])
  })
})
