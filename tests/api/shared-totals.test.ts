import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { currencyIds } from '#contract/options.ts'
import { recordStatements } from '#tests/load/recording.ts'
import { api, fill, list, pass, put, reader, setUpLists, somebody, without } from './list-scenes.ts'

/** A total of a long list serves whoever else asks, whomever they leave out. */

setUpLists()

test('a total beyond what is counted serves those too who leave out authors of few listings', async () => {
  const [many, few] = [await fill(1110), await fill(90)]
  const [withoutFew, withoutMany] = [await without(few), await without(many)]
  for (const filters of [{}, { search: 'рояль' }]) {
    pass(2000)
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
  pass(2000)
  expect([await look(reader), await look(one), await look(one), await look(other)]).toEqual([1, 1, 0, 0])
  // Whoever counts anew counts as far.
  pass(2000)
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
  pass(2000)
  expect(await look()).toBe(1)
})

test('what is counted of a range of prices serves whoever asks for a wider one', async () => {
  const many = await fill(1110, { price_base: 30_000, title: 'Орган' })
  await fill(90, { price_base: 70_000, title: 'Орган' })
  const look = async (filters: object, viewer_id = reader) => {
    let told: { total: number; is_capped: boolean } | undefined
    const statements = await recordStatements(async () => {
      told = (await list({ filters }, viewer_id, 'vacancy')).pagination
    })
    const isCounted = statements.some(({ text }) => /counted as/.test(text))
    return [told?.total, told?.is_capped, isCounted]
  }
  const narrow = { price_from: 200, price_to: 400 }
  const wider = [{ price_from: 100, price_to: 800 }, { price_from: 200 }, { price_to: 400 }]
  pass(2000)
  expect(await look(narrow)).toEqual([1000, true, true])
  for (const filters of wider) expect(await look(filters)).toEqual([1000, true, false])
  // Only what holds all of it; in the same money; of the same list.
  expect(await look({ price_from: 250, price_to: 800 })).toEqual([1000, true, true])
  expect(await look({ price_from: 500, price_to: 800 })).toEqual([90, false, true])
  expect(await look({ price_from: 100, price_to: 800, currency_id: currencyIds.TON })).toEqual([
    0,
    false,
    true,
  ])
  expect(await look({ price_from: 100, price_to: 800, is_remote: true })).toEqual([0, false, true])
  // Whoever leaves out most of it has a total of their own.
  expect(await look({ price_from: 100, price_to: 900 }, await without(many))).toEqual([90, false, true])
  pass(2000)
  expect(await look({ price_from: 100, price_to: 800 })).toEqual([1000, true, true])
})
