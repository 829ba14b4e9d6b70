import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedListings } from '#tests/load/seed.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** Own listings and own responses are returned page by page without a limit. Old clients get the latest two hundred. */

const listingCount = 250

let api: Api
let anna: Person
let orders: number[]
beforeAll(async () => {
  api = await openApi()
  await seedListings(api.owner, 2 * listingCount)
  anna = await client(api)
  const seededRows = await sql<{
    id: number
  }>`select id from listings where kind = 'order' order by id limit ${listingCount}`.execute(api.ctx.db)
  orders = seededRows.rows.map(({ id }) => id)
  expect(orders).toHaveLength(listingCount)
})

type Page = { items: { id: number }[]; next_cursor: string | null }

/** Reads all pages of a list; `changeBetween` runs after the first page. */
async function readAllPages(
  fetchPage: (cursor?: string) => Promise<Page>,
  changeBetween?: () => Promise<unknown>,
) {
  const first = await fetchPage()
  await changeBetween?.()
  const pages = [first.items]
  let cursor = first.next_cursor
  while (cursor) {
    const page = await fetchPage(cursor)
    pages.push(page.items)
    cursor = page.next_cursor
  }
  return { ids: pages.flat().map(({ id }) => id), sizes: pages.map((page) => page.length) }
}

describe('own responses', () => {
  const list = (person: Person, query: object = {}) =>
    person.call('GET /api/responses', { query: { kind: 'order', ...query } })
  let boris: Person
  let sentIds: number[]
  beforeAll(async () => {
    boris = await freelancer(api)
    const { rows } = await sql<{
      id: number
    }>`insert into responses (listing_id, user_id, response_text, created_at)
      select id, ${boris.id}, 'Сделаю', '2026-01-01Z' from unnest(${orders}::bigint[]) id returning id`.execute(
      api.ctx.db,
    )
    sentIds = rows.map(({ id }) => id)
  })

  test('come in pages of twenty, the newest first, also when one more is sent meanwhile', async () => {
    const { order } = await publishedOrder(api)
    const sendResponse = () =>
      boris.call('POST /api/projects/add_resp', { body: { project_id: order.id, response_text: 'Ещё одно' } })
    const readItems = await readAllPages((cursor) => list(boris, cursor ? { cursor } : {}), sendResponse)
    expect(readItems.ids).toEqual(sentIds.toReversed())
    expect(readItems.sizes).toEqual([...Array(12).fill(20), 10])
    expect((await list(boris)).total).toEqual({ current: 251, archived: 0 })
    expect(await list(boris, { kind: 'vacancy' })).toEqual({
      items: [],
      total: { current: 0, archived: 0 },
      next_cursor: null,
    })
  })

  test('have those that were put away apart', async () => {
    const id = sentIds[3] ?? 0
    await boris.call('POST /api/responses/:id/archive', { params: { id }, body: { is_archive: true } })
    const archivedPage = await list(boris, { is_archive: true })
    expect([archivedPage.items.map((item) => item.id), archivedPage.total]).toEqual([
      [id],
      { current: 250, archived: 1 },
    ])
    const { ids } = await readAllPages((cursor) => list(boris, { per_page: 100, ...(cursor && { cursor }) }))
    expect(ids).not.toContain(id)
    expect(ids).toHaveLength(250)
  })

  test('tell the place of each that stands, and none of one that was taken back', async () => {
    const vera = await freelancer(api)
    const { order } = await publishedOrder(api)
    const body = { project_id: order.id, response_text: 'Сделаю' }
    await (await freelancer(api)).call('POST /api/projects/add_resp', { body })
    const { id } = await vera.call('POST /api/projects/add_resp', { body })
    const readPlaces = async () => (await list(vera)).items.map((item) => [item.id, item.place, item.status])
    expect(await readPlaces()).toEqual([[id, 2, 'no_show']])
    await vera.call('POST /api/responses/:id/withdraw', { params: { id } })
    expect(await readPlaces()).toEqual([[id, null, 'withdrawn']])
    const secondResponse = await vera.call('POST /api/projects/add_resp', { body })
    expect(await readPlaces()).toEqual([
      [secondResponse.id, 2, 'no_show'],
      [id, null, 'withdrawn'],
    ])
  })

  test('are the latest two hundred to a client that asks for no page', async () => {
    const latestResponses = await boris.call('GET /api/projects/my_responses')
    expect(latestResponses).toHaveLength(200)
    expect(latestResponses[1]?.id).toBe(sentIds.at(-1))
  })

  test('go on only from a place in the same list', async () => {
    const { next_cursor: cursor } = await list(boris)
    expect(await codeOf(list(boris, { kind: 'vacancy', cursor }))).toBe('invalid_input')
    expect(await codeOf(list(boris, { cursor: 'bm9uc2Vuc2U' }))).toBe('invalid_input')
  })
})

describe('favourites', () => {
  test('come in pages, the last heart first, also when hearts of one moment meet at the end of a page', async () => {
    await sql`insert into favorite_listings (user_id, listing_id, created_at)
      select ${anna.id}, id, '2026-03-01Z'::timestamptz + (n / 7) * interval '1 microsecond'
      from unnest(${orders}::bigint[]) with ordinality kept (id, n)`.execute(api.ctx.db)
    const list = (cursor?: string) =>
      anna.call('GET /favorites/projects', { query: cursor ? { cursor } : {} })
    const readItems = await readAllPages(list)
    expect(readItems.ids).toEqual(orders.toReversed())
    expect(readItems.sizes).toEqual([...Array(12).fill(20), 10])
    expect((await list()).total).toBe(listingCount)
    const oldFavourites = await anna.call('POST /favorites/get_projects', { body: {} })
    expect(oldFavourites.map(({ id }) => id)).toEqual(orders.toReversed().slice(0, 200))
  })

  test('are walked alike where they are people', async () => {
    const keptIds = [await freelancer(api), await freelancer(api), await freelancer(api)].map(({ id }) => id)
    for (const user_id of keptIds) await anna.call('POST /favorites/add_user', { body: { user_id } })
    const list = (cursor?: string) =>
      anna.call('GET /favorites/users', { query: { per_page: 2, ...(cursor && { cursor }) } })
    expect((await readAllPages(list)).sizes).toEqual([2, 1])
    expect((await list()).total).toBe(3)
    expect(
      await codeOf(
        anna.call('GET /favorites/vacancies', { query: { cursor: (await list()).next_cursor ?? '' } }),
      ),
    ).toBe('invalid_input')
  })
})

test('own listings come in pages in every state, the newest first', async () => {
  const vera = await client(api)
  await sql`update listings set author_id = ${vera.id} where id = any(${orders.slice(0, 45)}::bigint[])`.execute(
    api.ctx.db,
  )
  await sql`update listings set status = 'hidden', hidden_reason = 'owner' where id = ${orders[0] ?? 0}`.execute(
    api.ctx.db,
  )
  const readItems = await readAllPages(async (cursor) => {
    const body = { filters: { author_id: vera.id }, pagination: { per_page: 20, ...(cursor && { cursor }) } }
    const { items, pagination } = await vera.call('POST /api/projects', { body })
    return { items, next_cursor: pagination.next_cursor ?? null }
  })
  expect(readItems.ids).toEqual(orders.slice(0, 45).toReversed())
})
