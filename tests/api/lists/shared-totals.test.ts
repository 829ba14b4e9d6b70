import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import { recordStatements } from '#tests/load/recording.ts'
import {
  type Asked,
  api,
  at,
  fill,
  hour,
  leave,
  list,
  pass,
  put,
  reader,
  setUpLists,
  somebody,
  without,
} from './list-scenes.ts'

/** A total of a long list serves whoever else asks, whomever they leave out. */

setUpLists()

/** Nobody knows any more what others have counted. */
const aWhile = limits.totals.longMs

test('a total beyond what is counted serves those too who leave out authors of few listings', async () => {
  const [many, few] = [await fill(1110), await fill(90)]
  const [withoutFew, withoutMany] = [await without(few), await without(many)]
  for (const filters of [{}, { search: 'рояль' }]) {
    pass(aWhile)
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
  pass(aWhile)
  expect([await look(reader), await look(one), await look(one), await look(other)]).toEqual([1, 1, 0, 0])
  // Whoever counts anew counts as far.
  await leave(limits.totals.spare + 400)
  pass(limits.totals.ms)
  expect([await look(reader), await look(one), await look(other)]).toEqual([1, 0, 0])
  // What somebody does themselves counts at once.
  await api.ctx.db.insertInto('user_blocks').values({ user_id: one, blocked_id: many }).execute()
  expect((await list({ filters: { is_remote: true } }, one, 'vacancy')).pagination.total).toBe(0)
})

test('who leaves out an author of very many listings, of which few stand in the list, is served by the total of others', async () => {
  const many = await fill(1160, { title: 'Мандолина' })
  const prolific = await fill(600, { title: 'Лютня' })
  for (let n = 0; n < 3; n++) await put(prolific, { kind: 'vacancy', title: 'Мандолина' })
  const [one, other, third] = [await without(prolific), await without(prolific), await without(many)]
  const look = async (viewer_id: number) => {
    let total: object | undefined
    const statements = await recordStatements(async () => {
      total = (await list({ filters: { search: 'мандолина' } }, viewer_id, 'vacancy')).pagination
    })
    return { ...total, counted: statements.filter(({ text }) => /counted as/.test(text)).length }
  }
  const long = { total: 1000, is_capped: true }
  expect(await look(reader)).toMatchObject({ ...long, counted: 1 })
  // Counted farther once, and then looked whether those 600 stand in it.
  expect(await look(one)).toMatchObject({ ...long, counted: 1 })
  expect(await look(other)).toMatchObject({ ...long, counted: 0 })
  expect(await look(third)).toMatchObject({ total: 3, is_capped: false })
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
  pass(aWhile)
  expect(await look()).toBe(1)
})

/** A list of vacancies, and how often matches were counted for it. */
async function counting(asked: Asked, viewer_id = reader) {
  let pagination: { total: number; is_capped: boolean } | undefined
  const statements = await recordStatements(async () => {
    pagination = (await list(asked, viewer_id, 'vacancy')).pagination
  })
  return { pagination, counted: statements.filter(({ text }) => /counted as/.test(text)).length }
}

/** What it tells of its total. */
async function told(filters: object, viewer_id = reader) {
  const { pagination, counted } = await counting({ filters }, viewer_id)
  return [pagination?.total, pagination?.is_capped, counted]
}

test('what is counted of a range of prices serves whoever asks for a wider one', async () => {
  const many = await fill(1110, { price_base: 30_000, title: 'Орган' })
  await fill(90, { price_base: 70_000, title: 'Орган' })
  const narrow = { price_from: 200, price_to: 400 }
  const wider = [{ price_from: 100, price_to: 800 }, { price_from: 200 }, { price_to: 400 }]
  pass(aWhile)
  expect(await told(narrow)).toEqual([1000, true, 1])
  for (const filters of wider) expect(await told(filters)).toEqual([1000, true, 0])
  // Only what holds all of it; in the same money; of the same list.
  expect(await told({ price_from: 250, price_to: 800 })).toEqual([1000, true, 1])
  expect(await told({ price_from: 500, price_to: 800 })).toEqual([90, false, 1])
  expect(await told({ price_from: 100, price_to: 800, currency_id: currencyIds.TON })).toEqual([0, false, 1])
  expect(await told({ price_from: 100, price_to: 800, is_remote: true })).toEqual([0, false, 1])
  // Whoever leaves out most of it has a total of their own.
  expect(await told({ price_from: 100, price_to: 900 }, await without(many))).toEqual([90, false, 1])
  pass(aWhile)
  expect(await told({ price_from: 100, price_to: 800 })).toEqual([1000, true, 1])
})

type Speciality = { id: number; group_id: number }
/** Specialities, those of the first group first. */
async function specialities(): Promise<Speciality[]> {
  const found = await sql<Speciality>`select id, parent_id as group_id from categories
    where parent_id is not null order by parent_id, id`.execute(api.ctx.db)
  return found.rows
}

test('a range of which not all was counted serves as far as it was', async () => {
  for (const price_base of [130_000, 170_000]) await fill(1200, { price_base, is_remote: true })
  await sql`vacuum analyze listings`.execute(api.owner)
  const look = (price_from: number, price_to: number) => told({ is_remote: true, price_from, price_to })
  pass(aWhile)
  expect(await look(1000, 2000)).toEqual([1000, true, 1])
  // Counting began at one end of the range and had enough before the other.
  const ends = [await look(1200, 1400), await look(1600, 1800)]
  expect(ends.toSorted()).toEqual([
    [1000, true, 0],
    [1000, true, 1],
  ])
  expect(await look(1400, 1600)).toEqual([0, false, 1])
})

test('what listings of specialities cost tells of each range of prices whether it is long', async () => {
  const [{ id: leaf, group_id }, { id: sibling }] = (await specialities()) as [Speciality, Speciality]
  await fill(1200, { price_base: 230_000, category_id: leaf })
  await fill(40, { price_base: 230_000, category_id: sibling })
  for (const category_id of [leaf, sibling]) await fill(700, { price_base: 260_000, category_id })
  await sql`vacuum analyze listings`.execute(api.owner)
  pass(aWhile)
  for (let moment = 0; moment < 2; moment++) {
    await told({})
    pass(limits.totals.ms)
  }
  const [lower, higher] = [
    { price_from: 2200, price_to: 2400 },
    { price_from: 2500, price_to: 2700 },
  ]
  const long = [1000, true, 0]
  for (const category_id of [leaf, group_id]) expect(await told({ ...lower, category_id })).toEqual(long)
  expect(await told({ ...lower, category_id: sibling })).toEqual([40, false, 1])
  // Both together are long.
  expect(await told({ ...higher, category_id: group_id })).toEqual(long)
  for (const category_id of [leaf, sibling])
    expect(await told({ ...higher, category_id })).toEqual([700, false, 1])
  // Nothing is known of what is asked for besides, or in other money.
  expect(await told({ ...lower, category_id: leaf, is_remote: true })).toEqual([0, false, 1])
  expect(await told({ ...lower, category_id: leaf, currency_id: currencyIds.TON })).toEqual([0, false, 1])
  // What is known is that 1393 were among both, at least.
  await leave(292)
  pass(limits.totals.ms)
  expect(await told({ ...higher, category_id: group_id })).toEqual(long)
  await leave(1)
  pass(limits.totals.ms)
  expect(await told({ ...higher, category_id: group_id })).toEqual([1000, true, 1])
})

test('who leaves out an author of many listings elsewhere is served by the total of a speciality', async () => {
  const [here, elsewhere] = (await specialities()).slice(-3).map(({ id }) => id)
  await fill(1110, { category_id: here })
  const prolific = await fill(300, { category_id: elsewhere })
  const author = await fill(160, { category_id: here })
  const [one, other] = [await without(prolific), await without(author)]
  pass(aWhile)
  expect(await told({ category_id: here })).toEqual([1000, true, 1])
  expect(await told({ category_id: here }, one)).toEqual([1000, true, 0])
  expect(await told({ category_id: here }, other)).toEqual([1000, true, 1])
})

test('a list that is counted farther is so whatever its prices', async () => {
  await fill(1450, { price_base: 330_000, is_remote: true })
  const prolific = await fill(300, { price_base: 330_000, is_remote: true })
  await fill(1450, { price_base: 430_000, is_remote: true })
  const one = await without(prolific)
  const lower = { is_remote: true, price_from: 3200, price_to: 3400 }
  const higher = { is_remote: true, price_from: 4200, price_to: 4400 }
  pass(aWhile)
  expect(await told(lower)).toEqual([1000, true, 1])
  expect(await told(lower, one)).toEqual([1000, true, 1])
  expect(await told(higher)).toEqual([1000, true, 1])
  expect(await told(higher, one)).toEqual([1000, true, 0])
})

test('that a list is long holds while no more listings have changed than were counted beyond', async () => {
  const { spare, ms, longMs } = limits.totals
  await fill(1200, { title: 'Фагот', price_base: 530_000 })
  const asked = [{ search: 'фагот' }, { price_from: 5200, price_to: 5400 }]
  const tell = async (filters: object) => {
    pass(ms)
    return told(filters)
  }
  for (const filters of asked) {
    pass(longMs)
    expect(await tell(filters)).toEqual([1000, true, 1])
    await leave(spare)
    expect(await tell(filters)).toEqual([1000, true, 0])
    await leave(1)
    expect(await tell(filters)).toEqual([1000, true, 1])
    pass(longMs - 1)
    expect(await told(filters)).toEqual([1000, true, 0])
    pass(1)
    expect(await told(filters)).toEqual([1000, true, 1])
  }
})

test('a list that became short says so, whatever its listings did', async () => {
  const [first, second] = (await specialities()) as [Speciality, Speciality]
  const author = await fill(1200, { title: 'Тромбон', price_base: 630_000, category_id: first.id })
  const change = async (column: string, value: unknown, whose: string) => {
    await sql`update listings set ${sql.ref(column)} = ${value}
      where author_id = ${author} and ${sql.raw(whose)}`.execute(api.ctx.db)
    pass(limits.totals.ms)
  }
  await change('urgent', true, 'true')
  await change('payment_format', 'fixed', 'true')
  await change('experience', 'none', 'true')
  const filters = {
    ...{ search: 'тромбон', is_remote: false, is_urgent: true, category_id: first.id },
    ...{ payment_format: 'fixed', experience: 'none', price_from: 6200, price_to: 6400 },
  }
  const changes = {
    ...{ status: ['archived', 'published'], price_base: [990_000, 630_000], title: ['Валторна', 'Тромбон'] },
    ...{ is_remote: [true, false], category_id: [second.id, first.id], payment_format: ['hourly', 'fixed'] },
    ...{ experience: ['gt6', 'none'], urgent: [false, true] },
  }
  for (const [column, [changed, usual]] of Object.entries(changes)) {
    // Who left a moment ago may have been counted, or not.
    for (let moment = 0; moment < 2; moment++) {
      expect((await told(filters)).slice(0, 2), column).toEqual([1000, true])
      pass(limits.totals.ms)
    }
    expect(await told(filters), column).toEqual([1000, true, 0])
    await change(column, changed, 'id % 5 = 0')
    expect(await told(filters), column).toEqual([960, false, 1])
    await change(column, usual, 'id % 5 = 0')
  }
})

test('who leaves while a list is counted is not missed', async () => {
  const author = await fill(1200, { title: 'Челеста' })
  const { ms } = limits.totals
  await told({})
  await api.ctx.db.transaction().execute(async (leaving) => {
    await sql`update listings set status = 'archived' where author_id = ${author} and id % 2 = 0`.execute(
      leaving,
    )
    // The change is told of, and the list still as it was.
    await sql`set constraints all immediate`.execute(leaving)
    pass(ms)
    expect(await told({ search: 'челеста' })).toEqual([1000, true, 1])
  })
  pass(ms)
  expect(await told({ search: 'челеста' })).toEqual([600, false, 1])
})

test('what time or others may shorten is counted anew as often as ever', async () => {
  const author = await fill(1200, { title: 'Виола' })
  const later = new Date(Date.parse(at(0)) + 365 * 24 * hour).toISOString()
  await sql`update listings set deadline = ${later} where author_id = ${author}`.execute(api.ctx.db)
  for (const asked of [{ filters: { competition: 'low' } }, { sort: 'close_deadline' }])
    for (const [passed, counts] of [
      [limits.totals.longMs, 1],
      [limits.totals.ms, 1],
      [limits.totals.ms - 1, 0],
    ] as const) {
      pass(passed)
      const { pagination, counted } = await counting(asked)
      expect({ ...pagination, counted }).toMatchObject({ total: 1000, is_capped: true, counted: counts })
    }
})
