import { beforeAll, expect, test } from 'vitest'
import type { CollectionWhy } from '#contract/collection.ts'
import { countCategoryPrices } from '#services/reference/category-prices.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'

/** Additional facts on a card of the collection, beside the reason why it is recommended. */

let api: Api
let boris: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api, { category_id: categories.own })
})

async function readReasons(): Promise<Map<number, CollectionWhy | null>> {
  const body = { user_id: boris.id, limit: 100, offset: 0 }
  const { projects, vacancies } = await boris.call('POST /api/users/freelancer_jobs', { body })
  return new Map([...projects, ...vacancies].map(({ id, why }) => [id, why ?? null]))
}

/**
 * Publishes an order of an author with a record: numbers of closed listings and of responses, and minutes until an
 * answer.
 */
async function orderOf(closedListings: number, responses: number, wait_minutes: number | null) {
  const { anna, order } = await publishedOrder(api)
  const otherCounts = {
    hired: 0,
    answered: 0,
    answered_percent: 0,
    paid_placements: 0,
    completed: 0,
    dated: 0,
  }
  const row = { user_id: anna.id, closed: closedListings, responses, wait_minutes, ...otherCounts }
  await api.ctx.db
    .insertInto('person_records')
    .values({ ...row, on_time: 0, returning_clients: 0, talks: 0, reply_minutes: null })
    .execute()
  return order.id
}

test('an author answers soon within three hours, by a record of five listings and five responses', async () => {
  const records: [number, number, number | null][] = [
    [5, 5, 180],
    [9, 30, 12],
    [5, 5, 181],
    [4, 5, 10],
    [5, 4, 10],
    [5, 5, null],
  ]
  const ids: number[] = []
  for (const record of records) ids.push(await orderOf(...record))
  const reasons = await readReasons()
  expect(ids.map((id) => reasons.get(id)?.answer_minutes)).toEqual([180, 12, null, null, null, null])
  // Speciality, freshness and urgency give the order a score of 68. Four more points give it at least 70, and listings
  // are sorted in steps of ten points.
  const quickAnswered = await publishedOrder(api, { is_urgent: true })
  const slowAnswered = await publishedOrder(api, { is_urgent: true })
  await api.ctx.db
    .updateTable('person_records')
    .set({ user_id: quickAnswered.anna.id })
    .where('wait_minutes', '=', 12)
    .execute()
  await api.ctx.db.deleteFrom('collections').execute()
  await readReasons()
  const { listing_ids, bands } = await api.ctx.db
    .selectFrom('collections')
    .select(['listing_ids', 'bands'])
    .where('user_id', '=', boris.id)
    .where('kind', '=', 'order')
    .executeTakeFirstOrThrow()
  const bandOf = (id: number) => Number(bands[listing_ids.map(Number).indexOf(id)])
  expect(bandOf(quickAnswered.order.id) - bandOf(slowAnswered.order.id)).toBe(1)
})

test('an order is well paid from the upper quarter of its speciality on', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => login(api)))
  const published_at = api.ctx.now().toISOString()
  const pricedOrders = Array.from({ length: 20 }, (_, index) => ({
    ...({ kind: 'order', payment_format: 'fixed', title: 'Заказ', published_at } as const),
    category_id: categories.sibling,
    author_id: people[index % 10]?.id ?? 0,
    content_hash: `${index}`,
    price: (index + 1) * 100_000,
    price_base: (index + 1) * 100_000,
  }))
  await api.ctx.db.insertInto('listings').values(pricedOrders).execute()
  await countCategoryPrices(api.ctx)
  const anna = await client(api)
  const publishOrder = async (fields: object) => (await publishedOrder(api, fields, anna)).order.id
  // Among the twenty prices of the speciality, the price of this order is the fifteenth.
  const ids = [
    await publishOrder({ category_id: categories.sibling, price: 15_000, currency: 'RUB' }),
    await publishOrder({ category_id: categories.sibling, price: 14_999, currency: 'RUB' }),
    await publishOrder({
      category_id: categories.sibling,
      price: 15_000,
      currency: 'RUB',
      payment_format: 'hourly',
    }),
    await publishOrder({ category_id: categories.other, price: 900_000, currency: 'RUB' }),
    (await publishedVacancy(api, { category_id: categories.sibling, hourly_rate: 90_000 })).vacancy.id,
  ]
  const reasons = await readReasons()
  expect(ids.map((id) => reasons.get(id)?.is_well_paid)).toEqual([true, false, false, false, false])
})

test('an author is new until the second listing is out', async () => {
  const anna = await client(api)
  const readFirstMarks = async () => {
    const annasListings = api.ctx.db
      .selectFrom('listings')
      .select('is_first')
      .where('author_id', '=', anna.id)
    return (await annasListings.orderBy('id').execute()).map(({ is_first }) => is_first)
  }
  await publishedOrder(api, {}, anna)
  expect(await readFirstMarks()).toEqual([true])
  await publishedVacancy(api, {}, anna)
  expect(await readFirstMarks()).toEqual([false, false])
})
