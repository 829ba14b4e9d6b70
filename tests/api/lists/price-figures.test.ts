import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { countCategoryPrices } from '#services/reference/category-prices.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { share } from '#tests/support/run/share.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const day = 24 * 60 * 60_000
const week = 7 * day

/** Id of the dollar in the table of currencies, and its rate in roubles. */
const dollars = { id: 3, roubles: 80 }

/**
 * Inserts published orders with the given prices. Every third price is in dollars. The orders belong to several
 * authors.
 */
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
  const prices = Array.from({ length: 41 }, (_, n) => 500 + ((n * 7919) % 9000) * 100)
  await insertPriced(101, prices, people)
  await insertPriced(102, prices.slice(0, 19), people)
  await insertPriced(103, prices, people.slice(0, 9))
  // Hourly prices, vacancies and orders older than half a year do not count towards the usual price.
  const higherPrices = prices.map((price) => price * 7)
  await insertPriced(101, higherPrices, people, { payment_format: 'hourly' })
  await insertPriced(101, higherPrices, people, { kind: 'vacancy' })
  await insertPriced(101, higherPrices, people, { days_ago: 180.1 })
  await insertPriced(105, prices, people, { days_ago: 179.9 })
  expect(await countCategoryPrices(api.ctx)).toBe(2)
  const figuresOf = async (id: number, reader = people[0]) =>
    (await reader?.call('GET /api/categories/:id/prices', { params: { id } }))?.figures
  const sortedPrices = prices.toSorted((a, b) => a - b)
  const quantileOf = (share: number) =>
    Number(((sortedPrices[Math.ceil(share * sortedPrices.length) - 1] ?? 0) * 100).toPrecision(2)) / 100
  const model = {
    low: quantileOf(0.25),
    middle: quantileOf(0.5),
    high: quantileOf(0.75),
    prices: prices.length,
  }
  expect(await figuresOf(101)).toEqual(model)
  expect([await figuresOf(102), await figuresOf(103)]).toEqual([null, null])
  expect(await figuresOf(105)).toEqual(model)
  await insertPriced(104, prices, people)
  expect(await countCategoryPrices(api.ctx)).toBe(0)
  expect(await figuresOf(104)).toBeNull()
  api.advanceClock(week + 1000)
  expect(await countCategoryPrices(api.ctx)).toBe(2)
  expect(await figuresOf(104, await login(api))).toEqual(model)
})

/** An order or vacancy of a speciality; `author` is an index in the list of authors. */
type Priced = {
  price: number
  author: number
  ago_days: number
  columns: { kind?: 'vacancy'; payment_format?: 'hourly'; published_at?: null; is_free?: true }
}
const arbitraryListing: fc.Arbitrary<Priced> = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 500, max: 9_000_000 })),
  author: fc.nat(11),
  ago_days: fc.constantFrom(0, 0, 1, 100, 179.999, 180.001),
  columns: fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    fc.constantFrom(
      { kind: 'vacancy' } as const,
      { payment_format: 'hourly' } as const,
      { published_at: null },
      { is_free: true } as const,
    ),
  ),
})
const specialities = [301, 302, 303]
/**
 * About twenty prices by about ten people in each speciality. These are the smallest numbers for which usual prices are
 * computed.
 */
const priceMarket = fc.array(
  fc
    .tuple(fc.integer({ min: 9, max: 12 }), fc.array(arbitraryListing, { minLength: 19, maxLength: 34 }))
    .map(([people, listings]) => listings.map((one, n) => ({ ...one, author: n % people }))),
  { minLength: specialities.length, maxLength: specialities.length },
)

/** Rounds a price in kopecks to two significant digits. */
function roundToTwoDigits(kopecks: number): number {
  let unit = 1
  while (kopecks / unit >= 100) unit *= 10
  return Math.round(kopecks / unit) * unit
}

/**
 * Usual prices of one speciality in roubles, computed independently of the product. Null if there are too few prices or
 * people.
 */
function countFiguresByHand(listings: Priced[]) {
  const countedListings = listings.filter(
    ({ ago_days, columns }) => ago_days < 180 && Object.keys(columns).length === 0,
  )
  const people = new Set(countedListings.map(({ author }) => author))
  if (countedListings.length < 20 || people.size < 10) return null
  const sortedPrices = countedListings.map(({ price }) => price * 100).toSorted((a, b) => a - b)
  /** Quartile of the sorted prices: 1 is the lower quartile, 2 the median, 3 the upper quartile. */
  const quarter = (quarters: number) => {
    const priceIndex = sortedPrices.findIndex((_, below) => 4 * (below + 1) >= quarters * sortedPrices.length)
    return roundToTwoDigits(sortedPrices[priceIndex] ?? 0) / 100
  }
  return { low: quarter(1), middle: quarter(2), high: quarter(3), prices: countedListings.length }
}

test('figures of specialities are those counted by hand, in any mix of people, currencies, ages and kinds', async () => {
  const authors = await Promise.all(Array.from({ length: 12 }, () => login(api)))
  const { db } = api.ctx
  await fc.assert(
    fc.asyncProperty(priceMarket, async (market) => {
      await api.owner.deleteFrom('category_prices').execute()
      await api.owner.deleteFrom('listings').where('category_id', 'in', specialities).execute()
      const rows = market.flatMap((listings, specialityIndex) =>
        listings.map(({ price, author, ago_days, columns: { is_free, ...columns } }, n) => ({
          kind: 'order' as const,
          payment_format: 'fixed' as const,
          title: 'Заказ',
          category_id: specialities[specialityIndex] ?? 0,
          author_id: authors[author]?.id ?? 0,
          content_hash: `hand ${specialityIndex} ${n}`,
          published_at: new Date(api.ctx.now().getTime() - ago_days * day).toISOString(),
          price: is_free ? 0 : n % 3 === 0 ? Math.round((price * 100) / dollars.roubles) + 1 : price * 100,
          price_base: is_free ? 0 : price * 100,
          ...(n % 3 === 0 && { currency_id: dollars.id }),
          ...columns,
        })),
      )
      await db.insertInto('listings').values(rows).execute()
      await countCategoryPrices(api.ctx)
      for (const [place, listings] of market.entries()) {
        const params = { id: specialities[place] ?? 0 }
        const { figures } = (await authors[0]?.call('GET /api/categories/:id/prices', { params })) ?? {}
        expect(figures).toEqual(countFiguresByHand(listings))
      }
    }),
    { numRuns: share(60, 12), endOnFailure: true },
  )
})

test('the third is said once, at the sending, to its sender alone: neither an edit nor another try says more', async () => {
  const { anna, order } = await publishedOrder(api)
  const sendPrice = (person: Person, price: number) =>
    person.call('POST /api/projects/add_resp', responseTo(order.id, { price, currency: 'RUB' }))
  const rivals = [10, 20, 30, 40, 50, 60, 70].map((price) => price * 1000)
  const firstThirds: (string | null)[] = []
  for (const price of rivals) firstThirds.push((await sendPrice(await freelancer(api), price)).price_third)
  // If there are fewer than eight prices, the response is not compared with the other prices.
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
