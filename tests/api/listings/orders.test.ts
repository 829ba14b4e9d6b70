import { beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder, invoiceFor, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, newOrder } from '#tests/support/orders/sample.ts'
import { client, login, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const createCall = 'POST /api/projects/create'
/** Time in the given number of days. It has no milliseconds, because the API leaves out a fraction of zero. */
const inDays = (days: number) =>
  `${new Date(api.ctx.now().getTime() + days * 86_400_000).toISOString().slice(0, 19)}Z`

test('a new order is a draft of its author with everything that was said', async () => {
  const anna = await client(api)
  const orderFields = {
    title: 'Телеграм-бот для записи',
    subtitle: 'Запись клиентов в салон, напоминания за день.',
    category_id: categories.other,
    price: null,
    min_stake: 900,
    max_stake: 1500.5,
    currency_id: 3,
    payment_format: 'hourly',
    format: 'part_time',
    required_experience: 'y1_3',
    region: 'Казань',
    language: 'ru',
    is_remote: false,
    is_urgent: true,
    placement_period: 30,
    deadline: inDays(10),
  } as const
  await anna.call(createCall, { body: newOrder({ tags: ['чужой'] }) })
  const order = await anna.call(createCall, {
    body: { project_add: orderFields, tags: ['бот', 'Бот ', 'салон'] },
  })
  expect(order).toMatchObject({
    ...orderFields,
    description: orderFields.subtitle,
    client_id: anna.id,
    is_owner: true,
  })
  expect(order).toMatchObject({ status: 'draft', is_paid: false, is_published: false, is_active: false })
  expect([...order.tags].sort()).toEqual(['бот', 'салон'])
  expect(order.author).toMatchObject({ id: anna.id, telegram_link: null })
  expect(await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })).toEqual(order)
})

describe('a double tap is one order', () => {
  test('the same content within a minute, also at once', async () => {
    const anna = await client(api)
    const body = newOrder()
    const orders = await Promise.all([1, 2, 3, 4].map(() => anna.call(createCall, { body })))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    const boris = await client(api)
    expect((await boris.call(createCall, { body })).id).not.toBe(orders[0]?.id)
    api.advanceClock(limits.sameOrder.ms + 1000)
    expect((await anna.call(createCall, { body })).id).not.toBe(orders[0]?.id)
  })

  test('the same Idempotency-Key, while another content under it is refused', async () => {
    const anna = await client(api)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = newOrder()
    const [first, second] = await Promise.all([
      anna.call(createCall, { body }, key),
      anna.call(createCall, { body }, key),
    ])
    expect(second).toEqual(first)
    api.advanceClock(limits.sameOrder.ms + 1000)
    expect(await anna.call(createCall, { body }, key)).toEqual(first)
    expect(await codeOf(anna.call(createCall, { body: newOrder() }, key))).toBe('idempotency_conflict')
    const boris = await client(api)
    expect((await boris.call(createCall, { body }, key)).id).not.toBe(first.id)
  })

  test('a refused call leaves its key free', async () => {
    const anna = await client(api)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [groupOrder, leafOrder] = [newOrder({ category_id: categories.group }), newOrder()]
    expect(await codeOf(anna.call(createCall, { body: groupOrder }, key))).toBe('invalid_input')
    expect((await anna.call(createCall, { body: leafOrder }, key)).title).toBe(leafOrder.project_add.title)
  })
})

const emoji = (count: number) => '🚀'.repeat(count)

test.each<[string, object, boolean]>([
  ['a title of 3 characters', { title: 'Бот' }, true],
  ['a title of 2', { title: 'Бо' }, false],
  ['a title of 2 and spaces', { title: ' Бо   ' }, false],
  ['a title of 120 emoji', { title: emoji(120) }, true],
  ['a title of 121 emoji', { title: emoji(121) }, false],
  ['a text of 9', { subtitle: 'Девять бу' }, false],
  ['a text of nothing to see', { subtitle: '\u200b'.repeat(20) }, false],
  ['a text of 5000', { subtitle: 'я'.repeat(5000) }, true],
  ['a text of 5001', { subtitle: 'я'.repeat(5001) }, false],
  ['a group instead of a category', { category_id: categories.group }, false],
  ['an unknown category', { category_id: 9999 }, false],
  ['an unknown currency', { currency_id: 9999 }, false],
  ['the highest price', { price: 10 ** 10 }, true],
  ['the highest price in another currency', { price: 10 ** 10, currency_id: 2 }, true],
  ['a price higher still', { price: 10 ** 10 + 1 }, false],
  ['half a kopeck', { price: 0.005 }, false],
  ['a range upside down', { price: null, min_stake: 2, max_stake: 1 }, false],
  ['a past deadline', { deadline: '2020-01-01' }, false],
  ['a deadline in two years', { deadline: '2099-01-01' }, false],
  ['a day that is not', { deadline: '31.02.2027' }, false],
  ['no placement', { placement_period: 0 }, false],
  ['30 days of placement', { placement_period: 30 }, true],
  ['90 days of placement, which nobody sells', { placement_period: 90 }, false],
  ['91 days', { placement_period: 91 }, false],
  ['16 tags', { tags: Array.from({ length: 16 }, (_, n) => `тег ${n}`) }, false],
  ['a tag of 41', { tags: ['т'.repeat(41)] }, false],
])('bounds: %s', async (_name, fields, isAccepted) => {
  const anna = await login(api)
  expect(await codeOf(anna.call(createCall, { body: newOrder(fields) }))).toBe(
    isAccepted ? 'accepted' : 'invalid_input',
  )
})

test('ten orders a day, of which a draft thrown away unpaid is none', async () => {
  const anna = await client(api)
  const status = 'GET /pay/publication-status/:userId'
  const readPostsToday = async () => (await anna.call(status, { params: { userId: anna.id } })).posts_today
  const deleteOrder = (project_id: number) =>
    anna.call('DELETE /api/projects/delete', { body: { project_id, client_id: anna.id } })
  expect(await readPostsToday()).toEqual({ left: 10, most: 10 })
  const { order: paidOnly } = await paidOrder(api, {}, anna)
  const { order: invoiced } = await draftOrder(api, {}, anna)
  await invoiceFor(anna, invoiced.id)
  const { order: publishedListing } = await publishedOrder(api, {}, anna)
  expect((await readPostsToday()).left).toBe(7)
  await deleteOrder(invoiced.id)
  expect((await readPostsToday()).left).toBe(8)
  for (const { id } of [paidOnly, publishedListing]) await deleteOrder(id)
  expect((await readPostsToday()).left).toBe(8)
  for (let n = 0; n < limits.postsPerDay - 2; n++) await anna.call(createCall, { body: newOrder() })
  expect((await readPostsToday()).left).toBe(0)
  expect(await codeOf(anna.call(createCall, { body: newOrder() }))).toBe('too_many_posts')
  api.advanceClock(86_400_000)
  const annaLater = await login(api, anna.account)
  expect(await codeOf(annaLater.call(createCall, { body: newOrder() }))).toBe('accepted')
})

describe('deletion', () => {
  test.each<[ListingStatus, string]>([
    ['draft', 'accepted'],
    ['awaiting_payment', 'accepted'],
    ['in_progress', 'executor_working'],
    ['deleted', 'not_found'],
  ])('from %s: %s', async (status, outcome) => {
    const { anna, order } = await draftOrder(api)
    const published_at = api.ctx.now().toISOString()
    await placeRows(api.owner, 'listings', { id: order.id }, { status, published_at })
    const body = { project_id: order.id }
    expect(await codeOf(anna.call('DELETE /api/projects/delete', { body }))).toBe(outcome)
  })

  test('a published order is gone for everybody', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await login(api)
    const body = { project_id: order.id }
    expect(await codeOf(boris.call('DELETE /api/projects/delete', { body }))).toBe('not_owner')
    await anna.call('DELETE /api/projects/delete', { body })
    const viewListing = (person: Person) =>
      codeOf(person.call('GET /api/projects/:id/full_info', { params: { id: order.id } }))
    expect([await viewListing(anna), await viewListing(boris)]).toEqual(['removed', 'not_found'])
    const ownList = await anna.call('POST /api/projects', { body: { filters: { author_id: anna.id } } })
    expect(ownList.items).toEqual([])
  })
})
