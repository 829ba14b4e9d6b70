import { beforeAll, expect, test } from 'vitest'
import { ListingFilters, ListingQuery } from '#contract/calls/filters.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import { searchListings } from '#services/listings/search/search.ts'
import { saveSearch } from '#services/relations/saved-searches.ts'
import { insertOrder, insertPerson, setUpWorkers, type WorkerSetup } from './setup.ts'

const [design, code] = [101, 201]
let setup: WorkerSetup
let author: number

beforeAll(async () => {
  setup = await setUpWorkers()
  author = await insertUser()
})

async function insertUser(columns: Record<string, unknown> = {}): Promise<number> {
  const { id } = await insertPerson(setup, { in_telegram: false })
  if (Object.keys(columns).length > 0)
    await setup.ctx.db.updateTable('users').set(columns).where('id', '=', id).execute()
  return id
}

const listing = (columns: Record<string, unknown> = {}) =>
  insertOrder(setup, author, { category_id: design, is_remote: true, ...columns })

async function readAudience(listing_id: number) {
  await setup.ctx.db.transaction().execute((tx) => queueNewOrder(setup.ctx, tx, listing_id))
  const rows = await setup.ctx.db
    .selectFrom('deliveries')
    .select(['user_id', 'payload'])
    .where('dedupe_key', 'like', `new_order:${listing_id}:%`)
    .execute()
  return new Map(rows.map(({ user_id, payload }) => [user_id, payload.why]))
}

function viewer(id: number): UserContext {
  return { ...setup.ctx, viewer: { id }, language: 'ru' } as UserContext
}

async function insertSearch(user_id: number, kind: ListingKind, filters: object, is_notify = true) {
  const parsedSearch = { filters: ListingFilters.parse(filters), frequency: 'at_once' as const }
  const search = { kind, name: 'Мой поиск', ...parsedSearch, is_notify }
  return saveSearch(viewer(user_id), search)
}

test('language and remote work decide beside the category, the mode of the app does not', async () => {
  const russian = await insertUser({ category_id: design })
  const english = await insertUser({ category_id: design, ui_language: 'en' })
  const bilingual = await insertUser({ category_id: design })
  await setup.ctx.db
    .insertInto('user_languages')
    .values({ user_id: bilingual, code: 'en', level: 'b2' })
    .execute()
  const remote = await insertUser({ category_id: design, is_only_remote: true })
  const client = await insertUser({ category_id: design, is_client: true, is_contractor: false })
  const allUsers = [russian, english, bilingual, remote, client]
  const readReached = async (columns: object) => {
    const people = await readAudience(await listing({ ...columns }))
    return allUsers.filter((id) => people.has(id))
  }
  expect(await readReached({ language: null })).toEqual([russian, english, bilingual, remote, client])
  expect(await readReached({ language: 'any', is_remote: false })).toEqual([
    russian,
    english,
    bilingual,
    client,
  ])
  expect(await readReached({ language: 'en' })).toEqual([english, bilingual])
  expect(await readReached({ language: 'ru', kind: 'vacancy' })).toEqual([russian, bilingual, remote, client])
})

test('a saved search reaches who asked, whatever their speciality and role, and wins as the reason', async () => {
  const client = await insertUser({ is_client: true, is_contractor: false })
  const designer = await insertUser({ category_id: design })
  const [silentPerson, optedOut, vacancies, otherSpeciality] = [
    await insertUser(),
    await insertUser({ is_notify_new_order: false }),
    await insertUser(),
    await insertUser(),
  ]
  const filters = { category_id: [design], price_from: 1000 }
  const { id: search_id } = await insertSearch(client, 'order', filters)
  await insertSearch(designer, 'order', {})
  await insertSearch(silentPerson, 'order', filters, false)
  await insertSearch(optedOut, 'order', filters)
  await insertSearch(vacancies, 'vacancy', filters)
  await insertSearch(otherSpeciality, 'order', { ...filters, category_id: code })
  const listing_id = await listing({ price: 500_000, price_base: 500_000 })
  const people = await readAudience(listing_id)
  expect(
    [client, designer, silentPerson, optedOut, vacancies, otherSpeciality].map((id) => people.get(id)),
  ).toEqual(['search', 'search', undefined, undefined, undefined, undefined])
  const message = await setup.ctx.db
    .selectFrom('deliveries')
    .select('payload')
    .where('dedupe_key', '=', `new_order:${listing_id}:${client}`)
    .executeTakeFirstOrThrow()
  expect(message.payload).toEqual({ listing_id, why: 'search', search_id })
})

test('a saved search finds what the list with its filters shows by the exact words', async () => {
  const tag = await setup.ctx.db
    .insertInto('tags')
    .values({ name: 'Брендинг' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const wideFilters = { payment_format: 'hourly', job_type: 'part_time', experience: 'y1_3', urgent: true }
  const orders = [
    await listing({ title: 'Логотип пекарни', price: 100_000, price_base: 100_000, tags: [tag.id] }),
    await listing({
      title: 'Сайт пекарни',
      price: 900_000,
      price_base: 900_000,
      language: 'en',
      ...wideFilters,
    }),
    await listing({ title: 'Бот для склада', category_id: code, is_remote: false, experience: 'gt6' }),
  ]
  const filterSets = [
    {},
    { category_id: design },
    { category_id: [100] },
    { price_from: 5000 },
    { price_to: 5000 },
    { price_from: 5, currency_id: 2 },
    { experience: ['y1_2'] },
    { experience: ['none', 'gt6'] },
    { payment_format: ['hourly'] },
    { job_type: 'part_time' },
    { language: 'ru' },
    { language: 'en' },
    { is_remote: true },
    { is_remote: false },
    { is_urgent: true },
    { search: 'пекарня' },
    { search: 'сайт -пекарня' },
    { search: 'пека' },
    { search: '"пека"' },
    { search: 'сайт и пека' },
    { search: 'логтип' },
    { search: 'Логoтип' },
    { exclude: 'логотипы, боты' },
    { exclude: '-логотипы "боты"' },
    { tags: ['брендинг'] },
  ]
  const readers: number[] = []
  for (const filters of filterSets) {
    const id = await insertUser({ ui_language: 'ru' })
    // The languages that a person speaks must not affect which orders match the person's saved search.
    await setup.ctx.db.insertInto('user_languages').values({ user_id: id, code: 'en' }).execute()
    await insertSearch(id, 'order', filters)
    readers.push(id)
  }
  const foundByOrder = new Map<number, Map<number | null, unknown>>()
  for (const id of orders) foundByOrder.set(id, await readAudience(id))
  for (const [index, filters] of filterSets.entries()) {
    const id = readers[index] ?? 0
    const list = await searchListings(
      viewer(id),
      'order',
      ListingQuery.parse({ filters, is_exact: true, pagination: { per_page: 100 } }),
    )
    const notifiedOrders = orders.filter((order) => foundByOrder.get(order)?.has(id))
    expect({ filters, pushed: notifiedOrders }).toEqual({
      filters,
      pushed: orders.filter((order) => list.ids.includes(order)),
    })
  }
})

test('whoever cannot, will not or shall not hear is left alone', async () => {
  const { db } = setup.ctx
  const markedAt = setup.ctx.now().toISOString()
  const category_id = 104
  const reachablePerson = await insertUser({ category_id })
  const exclusions = {
    blocked: await insertUser({ category_id, status: 'blocked' }),
    silent: await insertUser({ category_id, can_write: false }),
    unreachable: await insertUser({ category_id, notify_blocked_at: markedAt }),
    muted: await insertUser({ category_id, muted_kinds: ['new_order'] }),
    shunned: await insertUser({ category_id }),
    shunning: await insertUser({ category_id }),
    responded: await insertUser({ category_id }),
  }
  // The author blocks one reader, and another reader blocks the author. The third block does not involve the author.
  const blockPairs: [number, number][] = [
    [author, exclusions.shunned],
    [exclusions.shunning, author],
    [reachablePerson, exclusions.responded],
  ]
  for (const [user_id, blocked_id] of blockPairs)
    await db.insertInto('user_blocks').values({ user_id, blocked_id }).execute()
  const [listing_id, otherListing] = [await listing({ category_id }), await listing({ category_id })]
  for (const [user_id, id] of [
    [exclusions.responded, listing_id],
    [reachablePerson, otherListing],
  ] as const)
    await db.insertInto('responses').values({ listing_id: id, user_id, response_text: 'Сделаю' }).execute()
  const authorWithSearch = await insertUser({ category_id })
  const ownListing = await listing({ category_id, author_id: authorWithSearch })
  const people = await readAudience(listing_id)
  expect(
    [reachablePerson, authorWithSearch, ...Object.values(exclusions)].filter((id) => people.has(id)),
  ).toEqual([reachablePerson, authorWithSearch])
  expect((await readAudience(ownListing)).has(authorWithSearch)).toBe(false)
})

test('a listing that is not open to all is announced to nobody', async () => {
  const category_id = 105
  const userId = await insertUser({ category_id })
  const takenVacancy = { kind: 'vacancy', keep_open: true, executor_id: await insertUser() }
  for (const columns of [takenVacancy, { status: 'archived' }])
    expect((await readAudience(await listing({ category_id, ...columns }))).size).toBe(0)
  expect((await readAudience(await listing({ category_id }))).has(userId)).toBe(true)
})

test('of several reasons the nearest is told: a search, the older first, then speciality, then skills', async () => {
  const category_id = 106
  const [searcher, searcherOfSpeciality] = [
    await insertUser({ category_id }),
    await insertUser({ category_id }),
  ]
  const first = await insertSearch(searcher, 'order', { category_id })
  await insertSearch(searcher, 'order', {})
  await setup.ctx.db
    .insertInto('user_skills')
    .values({ user_id: searcherOfSpeciality, name: 'Ваяние' })
    .execute()
  const listing_id = await listing({ category_id, skills: ['ваяние'] })
  const people = await readAudience(listing_id)
  expect([people.get(searcher), people.get(searcherOfSpeciality)]).toEqual(['search', 'category'])
  const { payload } = await setup.ctx.db
    .selectFrom('deliveries')
    .select('payload')
    .where('dedupe_key', '=', `new_order:${listing_id}:${searcher}`)
    .executeTakeFirstOrThrow()
  expect(payload).toEqual({ listing_id, why: 'search', search_id: first.id })
})
