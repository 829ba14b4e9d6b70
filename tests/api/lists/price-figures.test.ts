import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { countCategoryPrices } from '#services/reference/category-prices.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const day = 24 * 60 * 60_000
const week = 7 * day

/** The dollar of the reference currencies, with its rate. */
const dollars = { id: 3, roubles: 80 }

/** Inserts orders that were published at these prices, every third in dollars, by several authors in turn. */
async function insertPriced(
  category_id: number,
  prices: number[],
  people: Person[],
  changes: { kind?: 'vacancy'; payment_format?: 'hourly'; days_ago?: number } = {},
): Promise<void> {
  const { days_ago = 0, ...columns } = changes
  const published_at = new Date(api.ctx.now().getTime() - days_ago * day).toISOString()
  const rows = prices.map((price, index) => ({
    ...({ kind: 'order', payment_format: 'fixed', title: 'Заказ', category_id, published_at } as const),
    author_id: people[index % people.length]?.id ?? 0,
    content_hash: `${category_id} ${JSON.stringify(changes)} ${index}`,
    price: price * 100,
    ...(index % 3 === 0 && { price: Math.round((price * 100) / dollars.roubles), currency_id: dollars.id }),
    price_base: price * 100,
    ...columns,
  }))
  await api.ctx.db.insertInto('listings').values(rows).execute()
}

test('a speciality has figures from 20 prices of 10 people on, counted once a week, as a plain model counts them', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => login(api)))
  const [sampledPrices] = fc.sample(
    fc.array(fc.integer({ min: 500, max: 900_000 }), { minLength: 20, maxLength: 60 }),
    1,
  )
  const prices = sampledPrices ?? []
  await insertPriced(101, prices, people)
  await insertPriced(102, prices.slice(0, 19), people)
  await insertPriced(103, prices, people.slice(0, 9))
  // Hourly prices, vacancies and orders older than half a year do not count towards the usual price.
  const dearerPrices = prices.map((price) => price * 7)
  await insertPriced(101, dearerPrices, people, { payment_format: 'hourly' })
  await insertPriced(101, dearerPrices, people, { kind: 'vacancy' })
  await insertPriced(101, dearerPrices, people, { days_ago: 180.1 })
  await insertPriced(105, prices, people, { days_ago: 179.9 })
  expect(await countCategoryPrices(api.ctx)).toBe(2)
  const figuresOf = async (id: number, reader = people[0]) =>
    (await reader?.call('GET /api/categories/:id/prices', { params: { id } }))?.figures
  const sortedPrices = prices.toSorted((a, b) => a - b)
  const quartile = (share: number) =>
    Number(((sortedPrices[Math.ceil(share * sortedPrices.length) - 1] ?? 0) * 100).toPrecision(2)) / 100
  const model = { low: quartile(0.25), middle: quartile(0.5), high: quartile(0.75), prices: prices.length }
  expect(await figuresOf(101)).toEqual(model)
  expect([await figuresOf(102), await figuresOf(103)]).toEqual([null, null])
  expect(await figuresOf(105)).toEqual(model)
  await insertPriced(104, prices, people)
  expect(await countCategoryPrices(api.ctx)).toBe(0)
  expect(await figuresOf(104)).toBeNull()
  api.ahead(week + 1000)
  expect(await countCategoryPrices(api.ctx)).toBe(2)
  expect(await figuresOf(104, await login(api))).toEqual(model)
})

test('the third is said once, at the sending, to its sender alone: neither an edit nor another try says more', async () => {
  const { anna, order } = await publishedOrder(api)
  const sendPrice = (person: Person, price: number) =>
    person.call('POST /api/projects/add_resp', responseTo(order.id, { price, currency: 'RUB' }))
  const rivals = [10, 20, 30, 40, 50, 60, 70].map((price) => price * 1000)
  const firstThirds: (string | null)[] = []
  for (const price of rivals) firstThirds.push((await sendPrice(await freelancer(api), price)).price_third)
  // With fewer than eight prices, no rank is shown.
  expect(firstThirds).toEqual(rivals.map(() => null))
  const boris = await freelancer(api)
  const sentResponse = await sendPrice(boris, 65_000)
  expect(sentResponse).toMatchObject({ price_third: 'upper', price_among: 8 })
  const params = { id: sentResponse.id }
  const priceEdit = { params, body: { price: 1000, currency: 'RUB' } }
  expect(await boris.call('POST /api/responses/:id/edit', priceEdit)).toMatchObject({ price_third: 'upper' })
  const { items } = await anna.call('GET /api/listings/:id/responses', { params: { id: order.id } })
  expect(items.map(({ price_third, price_among }) => [price_third, price_among])).toEqual(
    items.map(() => [null, null]),
  )
  await boris.call('POST /api/responses/:id/withdraw', { params })
  expect(await sendPrice(boris, 35_000)).toMatchObject({ price_third: null, price_among: null })
  expect(await sendPrice(await freelancer(api), 5000)).toMatchObject({ price_third: 'lower', price_among: 9 })
})
