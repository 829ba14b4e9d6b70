import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { flushViews } from '#workers/rounds/views.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const day = 86_400_000
const today = (daysAhead = 0) =>
  new Date(api.ctx.now().getTime() + daysAhead * day).toISOString().slice(0, 10)
const funnelOf = (author: Person, id: number) =>
  author.call('GET /api/listings/:id/funnel', { params: { id } })
const recordShown = (person: Person, ...listing_ids: number[]) =>
  person.call('POST /api/app/shown', { body: { listing_ids } })
const recordOpened = (person: Person, entity_id: number) =>
  person.call('POST /api/app/view', { body: { entity_type: 'project', entity_id } })

test('an author sees how many were shown the card, opened, keep it and responded; each person once a day, nobody by name', async () => {
  const { anna, order } = await publishedOrder(api)
  const { order: draft } = await draftOrder(api, {}, anna)
  const [boris, vera, gleb] = [await freelancer(api), await freelancer(api), await freelancer(api)]
  await recordShown(boris, order.id, order.id, draft.id)
  for (const person of [boris, vera, gleb, anna]) await recordShown(person, order.id, draft.id, 999_999_999)
  for (const person of [boris, boris, vera, anna]) await recordOpened(person, order.id)
  await boris.call('POST /favorites/add_project', { body: { project_id: order.id } })
  await vera.call('POST /api/projects/add_resp', responseTo(order.id))
  await flushViews(api.ctx)
  const first = { shown: 3, opened: 2, favourited: 1, responded: 1 }
  expect(await funnelOf(anna, order.id)).toEqual({
    kind: 'order',
    title: order.title,
    day: 1,
    total: first,
    usual: null,
    text: null,
    first_response_minutes: null,
    advice: null,
    from_channels: null,
    days: [{ day: today(), ...first }],
  })
  expect(await codeOf(funnelOf(boris, order.id))).toBe('not_owner')
  expect(await codeOf(funnelOf(anna, draft.id))).toBe('wrong_state')

  api.advanceClock(day)
  const [annaLater, borisLater] = [await login(api, anna.account), await login(api, boris.account)]
  await recordShown(borisLater, order.id)
  await flushViews(api.ctx)
  const laterFunnel = await funnelOf(annaLater, order.id)
  expect(laterFunnel).toMatchObject({ day: 2, total: { ...first, shown: 4 } })
  expect(laterFunnel.days).toEqual([
    { day: today(-1), ...first },
    { day: today(), shown: 1, opened: 0, favourited: 0, responded: 0 },
  ])
  const storedDays = await api.ctx.db.selectFrom('listing_days').selectAll().orderBy('day').execute()
  expect(storedDays).toEqual([
    { listing_id: order.id, day: today(-1), shown: 3, opened: 2 },
    { listing_id: order.id, day: today(), shown: 1, opened: 0 },
  ])
  // Redis deletes the ids of the people who viewed a listing after at most two days.
  for (const redisKey of [`shown:seen:${order.id}:${today()}`, `views:seen:${order.id}:${today(-1)}`]) {
    const secondsLeft = await api.ctx.redis.ttl(redisKey)
    expect(secondsLeft).toBeGreaterThan(0)
    expect(secondsLeft).toBeLessThanOrEqual(2 * 24 * 60 * 60)
  }
})

test('the day of a funnel is the number of UTC days since the publication, its own among them', async () => {
  const { anna, order } = await publishedOrder(api)
  const lastMoment = `${today(-29)}T23:59:59.999Z`
  const firstMoment = `${today(-29)}T00:00:00.000Z`
  for (const published_at of [firstMoment, lastMoment]) {
    await api.owner.updateTable('listings').set({ published_at }).where('id', '=', order.id).execute()
    expect((await funnelOf(anna, order.id)).day).toBe(30)
  }
})

test('the funnel counts the views that the page of the listing shows, also those from before days were counted', async () => {
  const { anna, order } = await publishedOrder(api)
  await api.owner.insertInto('listing_views').values({ listing_id: order.id, views_count: 48 }).execute()
  await recordOpened(await freelancer(api), order.id)
  await flushViews(api.ctx)
  const page = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(page.views_count).toBe(49)
  expect((await funnelOf(anna, order.id)).total.opened).toBe(49)
})

type PastListing = { shown: number; opened: number; length: number; later: number }

/**
 * Inserts orders of other authors, published two days ago unless `ago` is another number of days. `later` is the number
 * of late views of each order. The compared order is not that old yet, so these views must not count.
 */
async function insertPastListings(
  pastListings: PastListing[],
  authors: Person[],
  options: { category_id: number; ago?: number },
) {
  const start = new Date(api.ctx.now().getTime() - (options.ago ?? 2) * day)
  const rows = pastListings.map(({ length }, index) => ({
    ...({ kind: 'order', status: 'published', title: 'Заказ', payment_format: 'fixed' } as const),
    category_id: options.category_id,
    author_id: authors[index % authors.length]?.id ?? 0,
    content_hash: crypto.randomUUID(),
    published_at: start.toISOString(),
    subtitle: 'т'.repeat(length),
  }))
  for (const [index, { subtitle, ...row }] of rows.entries()) {
    const { db } = api.ctx
    const { id } = await db.insertInto('listings').values(row).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('orders').values({ listing_id: id, subtitle }).execute()
    const { shown = 0, opened = 0, later = 0 } = pastListings[index] ?? {}
    const dayAfter = (days: number) => new Date(start.getTime() + days * day).toISOString().slice(0, 10)
    await db
      .insertInto('listing_days')
      .values([
        { listing_id: id, day: dayAfter(0), shown, opened },
        { listing_id: id, day: dayAfter(1), shown: later, opened: later },
      ])
      .execute()
  }
}

const number = (min: number) => fc.integer({ min, max: 400 })
const pastListing = fc.record({
  shown: number(200),
  opened: number(100),
  length: number(60),
  later: number(0),
})

test('beside it stands the median of ten similar ones by five authors after as many days, as a plain model counts it', async () => {
  const pastListings = fc.array(pastListing, { minLength: 10, maxLength: 14 })
  await fc.assert(fc.asyncProperty(pastListings, expectMedian), { numRuns: 1, endOnFailure: true })
})

async function expectMedian(pastListings: PastListing[]): Promise<void> {
  const { anna, order } = await publishedOrder(api, { subtitle: 'Сайт с меню и картой.', category_id: 201 })
  const authors = await Promise.all(Array.from({ length: 5 }, () => login(api)))
  await insertPastListings(pastListings.slice(0, 9), authors.slice(0, 4), { category_id: 202 })
  // The comparison must leave out orders of another group, orders of the same author, and orders too old to have daily
  // statistics.
  await insertPastListings(pastListings, authors, { category_id: categories.own })
  await insertPastListings(pastListings, [anna], { category_id: 201 })
  await insertPastListings(pastListings, authors, { category_id: 201, ago: 190 })
  expect((await funnelOf(anna, order.id)).usual).toBeNull()
  await insertPastListings(pastListings.slice(9, 10), authors.slice(0, 1), { category_id: 201 })
  expect((await funnelOf(anna, order.id)).usual).toBeNull()
  await insertPastListings(pastListings.slice(10), authors.slice(4), { category_id: 201 })
  if (pastListings.length === 10)
    await insertPastListings(pastListings.slice(0, 1), authors.slice(4), { category_id: 201 })
  const comparedListings =
    pastListings.length === 10 ? [...pastListings, ...pastListings.slice(0, 1)] : pastListings
  const median = (figureOf: (one: PastListing) => number) => {
    const sortedFigures = comparedListings.map(figureOf).toSorted((a, b) => a - b)
    return sortedFigures[Math.ceil(sortedFigures.length / 2) - 1]
  }
  const expectedUsual = {
    listings: comparedListings.length,
    shown: median(({ shown }) => shown),
    opened: median(({ opened }) => opened),
    favourited: 0,
    responded: 0,
  }
  expect((await funnelOf(anna, order.id)).usual).toEqual(expectedUsual)
  expect((await funnelOf(anna, order.id)).advice).toBeNull()
  // Lists showed the order 200 times, and nobody opened it. Its text is a third as long as the texts of the other
  // orders.
  const shownDay = { listing_id: order.id, day: today(), shown: 200, opened: 0 }
  await api.ctx.db.insertInto('listing_days').values(shownDay).execute()
  const length = median((one) => one.length)
  expect((await funnelOf(anna, order.id)).advice).toEqual({
    kind: 'text',
    lag: 'opened',
    is_only: true,
    own: 'Сайт с меню и картой.'.length,
    low: length,
    high: length,
  })
  expect(await funnelOf(anna, order.id)).toMatchObject({
    text: { own: 'Сайт с меню и картой.'.length, usual: length },
    first_response_minutes: null,
  })
  await sql`insert into responses (listing_id, user_id, response_text, created_at)
    select id, ${anna.id}::bigint, 'Готов', published_at + interval '40 minutes' from listings
    where title = 'Заказ' and author_id <> ${anna.id}`.execute(api.ctx.db)
  expect((await funnelOf(anna, order.id)).first_response_minutes).toBe(40)
}
