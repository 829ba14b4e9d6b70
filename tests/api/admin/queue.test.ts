import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { addQueueEntries } from '#tests/support/orders/long-queue.ts'
import { paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let olga: Person
beforeAll(async () => {
  api = await openApi()
  olga = await moderator(api)
})
const queue = (query = {}) => olga.call('GET /api/admin/queue', { query })

test('the queue is a list of lines, longest waiting first, found by a word of the text too', async () => {
  const first = await paidOrder(api, {
    title: 'Вывеска для пекарни',
    subtitle: 'Буквы из ясеня и подсветка.',
  })
  const second = await paidOrder(api, { title: 'Меню для столовой' })
  const { items, total } = await queue({ kind: 'order' })
  expect(total).toBe(2)
  expect(items.map(({ title }) => title)).toEqual(['Вывеска для пекарни', 'Меню для столовой'])
  expect(items[0]).toMatchObject({
    listing_id: first.order.id,
    subject: 'listing',
    state: 'open',
    kind: 'order',
    status: 'moderation',
    claimed_by: null,
    decided_by: null,
    is_appeal: false,
  })
  // A row of the moderation queue names the listing without its text. Moderators must open the text before they decide.
  expect(JSON.stringify(items)).not.toContain('ясеня')
  expect((await queue({ search: 'ясеня' })).items.map(({ listing_id }) => listing_id)).toEqual([
    first.order.id,
  ])
  expect((await queue({ search: `#${second.order.id}` })).items).toHaveLength(1)
  expect((await queue({ kind: 'vacancy' })).items).toEqual([])
})

test('an edit stands in the queue with its new price, and the listing keeps the old one', async () => {
  const { anna, order } = await publishedOrder(api, { title: 'Роспись стены', price: 20_000 })
  const params = { id: order.id }
  await anna.call('PATCH /api/projects/:id', { params, body: { title: 'Роспись потолка', price: 55_000 } })
  const [entry] = (await queue({ search: `#${order.id}` })).items
  expect(entry).toMatchObject({
    subject: 'revision',
    title: 'Роспись потолка',
    price: { from: 55_000, to: 55_000, currency: 'RUB', format: 'fixed' },
  })
  const { items } = await olga.call('GET /api/admin/listings', { query: { search: `#${order.id}` } })
  expect(items[0]?.price).toMatchObject({ from: 20_000 })
})

test('a page holds a thousand lines and tells how many there are', async () => {
  await paidOrder(api, { title: 'Последний заказ' })
  await addQueueEntries(api.owner, 'Последний заказ', limits.moderation.shown)
  const { items, total } = await queue()
  expect(items).toHaveLength(1000)
  expect(total).toBeGreaterThan(1000)
})
