import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ListingQuery } from '#contract/calls/filters.ts'
import type { Sorting } from '#contract/options.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { searchListings } from '#services/listings/search.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api.ts'
import { categories } from '#tests/support/sample.ts'

/** Lists as they are walked: order, pages, cursors, totals, and how long a total serves. */

const noon = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number) => new Date(noon + ms).toISOString()
const hour = 3_600_000

let api: Api
let anna: number
let reader: number
let clock = noon
beforeAll(async () => {
  api = await openApi()
  anna = await somebody()
  reader = await somebody()
})

let people = 7_000_300_000
async function somebody(): Promise<number> {
  const { id } = await api.ctx.db
    .insertInto('users')
    .values({ telegram_id: ++people, full_name: `Анна ${people}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function put(author_id: number, columns: Record<string, unknown> = {}): Promise<number> {
  const values = {
    kind: 'order',
    author_id,
    status: 'published',
    title: 'Вывеска',
    published_at: at(0),
  } as const
  const { id } = await api.ctx.db
    .insertInto('listings')
    .values({ ...values, content_hash: crypto.randomUUID(), ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Asked = { filters?: object; sort?: string; pagination?: object }
function list(asked: Asked = {}, viewer_id = reader, kind: 'order' | 'vacancy' = 'order') {
  const viewer = { id: viewer_id }
  const ctx = { ...api.ctx, now: () => new Date(clock), viewer, language: 'ru' } as UserContext
  return searchListings(ctx, kind, ListingQuery.parse(asked))
}

/** All that a list has, page by page. */
async function walk(asked: Asked, per_page: number, viewer_id = reader): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const found = await list({ ...asked, pagination: { per_page, ...(cursor && { cursor }) } }, viewer_id)
    ids.push(...found.ids)
    cursor = found.pagination.next_cursor
  }
  return ids
}

describe('a list', () => {
  const names = new Map<number, string>()
  let other: number
  beforeAll(async () => {
    const rows: [string, Record<string, unknown>][] = [
      ['first', { price_base: 300, responses_count: 2, deadline: at(3 * hour) }],
      ['second', { price_base: null, responses_count: 0, deadline: at(2 * hour) }],
      ['third', { price_base: 100, responses_count: 2, published_at: at(-hour), deadline: at(0) }],
      ['fourth', { price_base: null, responses_count: 1, deadline: at(-hour) }],
      ['fifth', { price_base: 300, responses_count: 0, published_at: at(hour), deadline: at(2 * hour) }],
      ['sixth', { price_base: null, responses_count: 7, published_at: at(-hour) }],
    ]
    for (const [name, columns] of rows) names.set(await put(anna, columns), name)
    other = await somebody()
    await put(other, { category_id: categories.sibling })
    await put(other, { status: 'draft', published_at: null })
    await put(other, { status: 'deleted' })
    await put(other, { status: 'hidden', hidden_reason: 'owner' })
  })
  const named = (ids: number[]) => ids.map((id) => names.get(id)).join(' ')

  test.each<[Sorting, string]>([
    ['newest', 'fifth fourth second first sixth third'],
    ['high_budget', 'fifth first third sixth fourth second'],
    ['low_budget', 'third first fifth second fourth sixth'],
    ['min_competition', 'second fifth fourth first third sixth'],
    // What ends at this very moment has ended.
    ['close_deadline', 'second fifth first'],
  ])('by %s is the same walked by ones, twos and all at once', async (sort, expected) => {
    const filters = { author_id: anna }
    for (const per_page of [1, 2, 100]) expect(named(await walk({ filters, sort }, per_page))).toBe(expected)
  })

  test('of one’s own is walked by age, whichever name the author goes by and whatever order is asked for', async () => {
    for (const name of ['author_id', 'client_id', 'user_id']) {
      const asked = { filters: { [name]: anna }, sort: 'high_budget' }
      for (const per_page of [1, 100])
        expect(named(await walk(asked, per_page, anna))).toBe('sixth fifth fourth third second first')
    }
    expect(await walk({ filters: { author_id: other } }, 100, other)).toHaveLength(3)
    // Asked for by two names, the first counts.
    expect(
      named((await list({ filters: { author_id: anna, user_id: reader }, sort: 'low_budget' })).ids),
    ).toMatch(/^third first/)
  })

  test('goes by pages of what was asked for, up to 100, of one’s own up to 1,000', async () => {
    const filters = { author_id: anna }
    const second = await list({ filters, pagination: { page: 2, per_page: 4 } })
    expect([named(second.ids), second.pagination]).toEqual([
      'sixth third',
      { page: 2, per_page: 4, total: 6, pages: 2, is_capped: false, next_cursor: null },
    ])
    const many = { filters, pagination: { per_page: 1000 } }
    expect((await list(many)).pagination.per_page).toBe(100)
    expect((await list(many, anna)).pagination.per_page).toBe(1000)
  })

  test('has one total for the same wish, and another for each other', async () => {
    const total = async (...asked: Parameters<typeof list>) => (await list(...asked)).pagination.total
    await put(anna, { kind: 'vacancy', price_base: 5 })
    expect(await total()).toBe(7)
    expect(await total({}, reader, 'vacancy')).toBe(1)
    expect(await total({ filters: { category_id: categories.sibling } })).toBe(1)
    expect(await total({ sort: 'close_deadline' })).toBe(3)
    const blocking = await somebody()
    await api.ctx.db.insertInto('user_blocks').values({ user_id: blocking, blocked_id: anna }).execute()
    expect(await total({}, blocking)).toBe(1)
    expect(await total({ filters: { search: 'нигде не написано' } })).toBe(0)
    // Behind a place where nothing is left there are as many as before.
    const cursor = Buffer.from(JSON.stringify(['newest', '2020-01-01 00:00:00+00', 1])).toString('base64url')
    expect(await total({ pagination: { cursor } })).toBe(7)
  })

  test('of few knows its total at every moment', async () => {
    const author = await somebody()
    const filters = { author_id: author }
    const total = async (pagination: object, viewer_id = reader) =>
      (await list({ filters, pagination }, viewer_id)).pagination.total
    for (let n = 0; n < 3; n++) await put(author)
    const first = { page: 1, per_page: 2 }
    expect([await total(first), await total(first, author)]).toEqual([3, 3])
    await put(author)
    const second = { page: 2, per_page: 2 }
    expect([await total(first), await total(second), await total(first, author)]).toEqual([4, 4, 4])
    expect(await total({ page: 9, per_page: 2 })).toBe(4)
  })

  test('by words that few say knows its total at every moment', async () => {
    const author = await somebody()
    const filters = { author_id: author, search: 'вывеска' }
    const total = async () => (await list({ filters, pagination: { per_page: 2 } })).pagination.total
    for (let count = 1; count < 4; count++) {
      await put(author)
      expect(await total()).toBe(count)
    }
  })

  test('behind a cursor keeps its total, but never tells less than it shows', async () => {
    const author = await somebody()
    const filters = { author_id: author }
    for (let n = 0; n < 2; n++) await put(author)
    const { next_cursor } = (await list({ filters, pagination: { per_page: 1 } })).pagination
    const total = async (per_page: number) =>
      (await list({ filters, pagination: { cursor: next_cursor, per_page } })).pagination.total
    expect(await total(1)).toBe(2)
    for (let n = 0; n < 2; n++) await put(author, { published_at: at(-hour) })
    expect([await total(1), await total(3)]).toEqual([2, 3])
    // One of many counts anew while the total still serves.
    clock += 999
    expect(await total(1)).toBe(2)
    clock += 1
    expect(await total(1)).toBe(4)
    await put(author, { published_at: at(-hour) })
    clock += 2000
    expect(await total(1)).toBe(5)
  })
})

test('of more than a thousand the total is a thousand and more, and the page is walked by a plan made once', async () => {
  const author = await somebody()
  await sql`insert into listings (kind, author_id, status, title, content_hash, published_at)
    select 'order', ${author}, 'published', 'Меню', n::text, ${at(0)}::timestamptz from generate_series(1, 1001) n`.execute(
    api.ctx.db,
  )
  const look = async (filters: object, viewer_id = reader) => {
    clock += 2000
    const asked = { filters: { author_id: author, ...filters } }
    const first = await list(asked, viewer_id)
    let found: Awaited<ReturnType<typeof list>> | undefined
    const statements = await recordStatements(async () => {
      found = await list(asked, viewer_id)
    })
    expect(found?.ids).toEqual(first.ids)
    expect(found?.pagination).toEqual(first.pagination)
    const isWalk = statements.some(({ text }) => text.startsWith('/* prepared */'))
    return [found?.pagination.total, found?.pagination.pages, found?.pagination.is_capped, isWalk]
  }
  expect(await look({})).toEqual([1000, 100, true, true])
  // A word may be rare or common: the plan is for the very values. Own ones are found by their author, whoever it is.
  expect(await look({ search: 'меню' })).toEqual([1000, 100, true, false])
  expect(await look({}, author)).toEqual([1000, 100, true, true])
  // Who has blocked the author is counted for apart, also while everybody else's total is remembered.
  const blocking = await somebody()
  await api.ctx.db.insertInto('user_blocks').values({ user_id: blocking, blocked_id: author }).execute()
  expect((await list()).pagination.is_capped).toBe(true)
  for (const _ of [1, 2]) {
    const { total, is_capped } = (await list({}, blocking)).pagination
    expect([total, is_capped]).toEqual([(await walk({}, 100, blocking)).length, false])
  }
  // The walk is made for whoever comes first, and leaves out whom the next one does not want to see.
  const dear = await somebody()
  const dearest = await put(dear, { price_base: 9_000_000_000 })
  const byPrice = { sort: 'high_budget' }
  for (const _ of [1, 2]) expect((await list(byPrice)).ids[0]).toBe(dearest)
  const wary = await somebody()
  await api.ctx.db.insertInto('user_blocks').values({ user_id: wary, blocked_id: dear }).execute()
  for (const _ of [1, 2]) expect((await list(byPrice, wary)).ids).not.toContain(dearest)
  await sql`delete from listings where author_id = ${author} and content_hash = '1'`.execute(api.ctx.db)
  expect(await look({})).toEqual([1000, 100, false, false])
})

const fill = async (count: number, columns: { title?: string; is_remote?: boolean } = {}) => {
  const { title = 'Рояль', is_remote = false } = columns
  const author = await somebody()
  await sql`insert into listings (kind, author_id, status, title, content_hash, published_at, is_remote)
    select 'vacancy', ${author}, 'published', ${title} || ' ' || n, n::text,
      ${at(0)}::timestamptz - n * interval '1 s', ${is_remote} from generate_series(1, ${count}::int) n`.execute(
    api.ctx.db,
  )
  return author
}
const without = async (author: number) => {
  const id = await somebody()
  await api.ctx.db.insertInto('user_blocks').values({ user_id: id, blocked_id: author }).execute()
  return id
}

test('a total beyond what is counted serves those too who leave out authors of few listings', async () => {
  const [many, few] = [await fill(1110), await fill(90)]
  const [withoutFew, withoutMany] = [await without(few), await without(many)]
  for (const filters of [{}, { search: 'рояль' }]) {
    clock += 2000
    const look = async (viewer_id: number) => {
      let found: Awaited<ReturnType<typeof list>> | undefined
      const statements = await recordStatements(async () => {
        found = await list({ filters }, viewer_id, 'vacancy')
      })
      const { total, is_capped } = found?.pagination ?? {}
      const { rows } = await sql<{ author_id: number }>`select author_id from listings
        where id = any(${found?.ids ?? []})`.execute(api.ctx.db)
      const authors = new Set(rows.map((row) => Number(row.author_id)))
      return { total, is_capped, authors, isCounted: statements.some(({ text }) => /counted as/.test(text)) }
    }
    const long = { total: 1000, is_capped: true }
    expect(await look(reader)).toMatchObject({ ...long, isCounted: true })
    const others = await look(withoutFew)
    expect(others).toMatchObject({ ...long, isCounted: false })
    expect(others.authors.has(few)).toBe(false)
    const rest = await look(withoutMany)
    expect(rest).toMatchObject({ is_capped: false, isCounted: true })
    expect(rest.authors.has(many)).toBe(false)
    const { rows } = await sql<{ left: string }>`select count(*) as left from listings
      where kind = 'vacancy' and status = 'published' and author_id <> ${many}
        and title like ${filters.search ? 'Рояль%' : '%'}`.execute(api.ctx.db)
    expect(rest.total).toBe(Number(rows[0]?.left))
  }
})

test('a list is counted farther where somebody leaves out authors of many listings, which then serves others too', async () => {
  const many = await fill(1500, { is_remote: true, title: 'Арфа' })
  const prolific = await fill(350, { is_remote: true, title: 'Арфа' })
  const [one, other] = [await without(prolific), await without(prolific)]
  const look = async (viewer_id: number) => {
    const statements = await recordStatements(async () => {
      const { pagination } = await list({ filters: { is_remote: true } }, viewer_id, 'vacancy')
      expect(pagination).toMatchObject({ total: 1000, is_capped: true })
    })
    return statements.filter(({ text }) => /counted as/.test(text)).length
  }
  clock += 2000
  expect([await look(reader), await look(one), await look(one), await look(other)]).toEqual([1, 1, 0, 0])
  // Whoever counts anew counts as far.
  clock += 2000
  expect([await look(reader), await look(one), await look(other)]).toEqual([1, 0, 0])
  // What somebody does themselves counts at once.
  await api.ctx.db.insertInto('user_blocks').values({ user_id: one, blocked_id: many }).execute()
  expect((await list({ filters: { is_remote: true } }, one, 'vacancy')).pagination.total).toBe(0)
})

test('words that many look for at once are counted once', async () => {
  await fill(1150, { title: 'Клавесин' })
  const readers = [reader, await somebody(), await somebody(), await somebody()]
  const look = async () => {
    const statements = await recordStatements(async () => {
      const asked = readers.map((one) => list({ filters: { search: 'клавесин' } }, one, 'vacancy'))
      for (const { pagination } of await Promise.all(asked))
        expect(pagination).toMatchObject({ total: 1000, is_capped: true })
    })
    return statements.filter(({ text }) => /counted as/.test(text)).length
  }
  expect([await look(), await look()]).toEqual([1, 0])
  clock += 2000
  expect(await look()).toBe(1)
})

describe('a filter', () => {
  test('by tags does not mind case and blanks; by words the commas around them', async () => {
    const author = await somebody()
    const { id: tag } = await api.ctx.db
      .insertInto('tags')
      .values({ name: 'UI Kit' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tagged = await put(author, { tags: [tag], title: 'Кнопки сайта' })
    const plain = await put(author, { title: 'Вышивка' })
    const found = async (filters: object) => (await list({ filters: { author_id: author, ...filters } })).ids
    for (const name of ['ui kit', ' Ui   KIT ']) expect(await found({ tags: name })).toEqual([tagged])
    expect(await found({ exclude: 'кнопки' })).toEqual([plain])
    for (const exclude of [',кнопки', 'кнопки,', ', кнопки ,, логотип ,'])
      expect(await found({ exclude })).toEqual([plain])
    for (const exclude of ['кнопки, вышивки', 'вышивка кнопка']) expect(await found({ exclude })).toEqual([])
    expect(await found({ exclude: ',' })).toEqual([plain, tagged])
  })
})
