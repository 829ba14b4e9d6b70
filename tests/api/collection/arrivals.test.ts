import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** Listings published during the day are added to a personal collection without moving the other listings. */

let api: Api
let bella: Person
let dora: Person
const category_id = categories.own
const order = async (author = bella) => (await publishedOrder(api, { category_id }, author)).order.id
const ids = async (offset = 0, limit = 100) => {
  const body = { user_id: dora.id, limit, offset }
  const { projects } = await dora.call('POST /api/users/freelancer_jobs', { body })
  return projects.map(({ id }) => id)
}

beforeAll(async () => {
  api = await openApi()
})
beforeEach(async () => {
  bella = await client(api)
  dora = await freelancer(api, { category_id })
  for (let n = 0; n < 3; n++) await order()
  api.advanceClock(10_000)
  await ids()
})

test('the newest in front, and once even if it is asked for at once', async () => {
  const idsBefore = await ids()
  const [firstOrder, secondOrder] = [await order(), await order()]
  for (const listedIds of await Promise.all([ids(), ids(), ids()]))
    expect(listedIds).toEqual([secondOrder, firstOrder, ...idsBefore])
  const thirdOrder = await order()
  expect(await ids()).toEqual([thirdOrder, secondOrder, firstOrder, ...idsBefore])
  // A later page continues at the end of the first page, even after listings were added to the collection.
  const fourthOrder = await order()
  expect(await ids(2)).toEqual([firstOrder, ...idsBefore])
  expect(await ids(0, 2)).toEqual([fourthOrder, thirdOrder])
})

test('once even if it is asked for at once by a clock that is behind the one it was ranked by', async () => {
  const idsBefore = await ids()
  api.advanceClock(-2000)
  const newOrder = await order()
  await Promise.all([ids(), ids(), ids()])
  expect(await ids(0, 3)).toEqual([newOrder, ...idsBefore.slice(0, 2)])
})

test('in front of its own band, behind whatever fits better', async () => {
  const idsBefore = await ids()
  const otherCategoryOrder = (await publishedOrder(api, { category_id: categories.other }, bella)).order.id
  expect(await ids()).toEqual([...idsBefore, otherCategoryOrder])
})

test('is left out while its author is blocked, and then stands where it joined', async () => {
  const idsBefore = await ids()
  const eva = await client(api)
  await dora.call('POST /api/blocks/:user_id', { params: { user_id: eva.id } })
  const newOrder = await order(eva)
  expect(await ids()).toEqual(idsBefore)
  const secondOrder = await order()
  await dora.call('DELETE /api/blocks/:user_id', { params: { user_id: eva.id } })
  expect(await ids()).toEqual([secondOrder, newOrder, ...idsBefore])
})

test('many keep their places when one more comes', async () => {
  const { rows } = await sql<{ listing_id: string }>`
    with many as (
      insert into listings (kind, author_id, status, title, content_hash, category_id, published_at)
      select 'order', ${bella.id}, 'published', 'Many', 'many ' || n, ${category_id}, ${api.ctx.now().toISOString()}::timestamptz
      from generate_series(1, 60) n returning id)
    insert into orders (listing_id) select id from many returning listing_id`.execute(api.owner)
  const insertedIds = new Set(rows.map(({ listing_id }) => Number(listing_id)))
  // The first listing of a new author can move from any rank into the first ten.
  const listedInserted = async () => (await ids()).filter((id) => insertedIds.has(id))
  const listedBefore = await listedInserted()
  expect(listedBefore).toHaveLength(60)
  await order(await client(api))
  expect(await listedInserted()).toEqual(listedBefore)
})
