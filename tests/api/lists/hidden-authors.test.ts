import { beforeAll, expect, test } from 'vitest'
import { queueNewOrder } from '#services/listings/audience/actions.ts'
import { hideOrder } from '#services/listings/audience/hidden-listings.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const listOrders = async (person: Person, filters = {}) => {
  const { items, pagination } = await person.call('POST /api/projects', { body: { filters } })
  return { ids: items.map(({ id }) => id), total: pagination.total }
}
const hideAuthor = (person: Person, user_id: number) =>
  person.call('POST /api/hidden_authors/:user_id', { params: { user_id } })
const showAuthor = (person: Person, user_id: number) =>
  person.call('DELETE /api/hidden_authors/:user_id', { params: { user_id } })

test('a hidden author is in no list and no message of the one who hid them, and is shown again at a word', async () => {
  const boris = await freelancer(api, { category_id: categories.own })
  const vera = await freelancer(api, { category_id: categories.own })
  const { anna, order } = await publishedOrder(api)
  const { order: otherOrder } = await publishedOrder(api)
  await api.ctx.db.updateTable('users').set({ can_write: true }).where('id', '=', boris.id).execute()
  const readLists = async () => {
    const { projects } = await boris.call('POST /api/users/freelancer_jobs', { body: { user_id: boris.id } })
    return {
      ...(await listOrders(boris)),
      collection: projects.map(({ id }) => id).toSorted((a, b) => a - b),
    }
  }
  const fullLists = { ids: [otherOrder.id, order.id], total: 2, collection: [order.id, otherOrder.id] }
  expect(await readLists()).toEqual(fullLists)
  await hideAuthor(boris, anna.id)
  await hideAuthor(boris, anna.id)
  expect(await readLists()).toEqual({ ids: [otherOrder.id], total: 1, collection: [otherOrder.id] })
  expect(await listOrders(vera)).toEqual({ ids: [otherOrder.id, order.id], total: 2 })
  // Hiding an author is not a block: the person can still open the author's page and links to the author's listings.
  expect((await listOrders(boris, { author_id: anna.id })).ids).toEqual([order.id])
  const params = { id: order.id }
  expect(await boris.call('GET /api/projects/:id/full_info', { params })).toMatchObject({ id: order.id })
  const notifyOfOrder = (id: number) =>
    api.ctx.db.transaction().execute((tx) => queueNewOrder(api.ctx, tx, id))
  expect([await notifyOfOrder(order.id), await notifyOfOrder(otherOrder.id)]).toEqual([0, 1])
  expect((await boris.call('GET /api/hidden_authors')).map(({ id }) => id)).toEqual([anna.id])
  await showAuthor(boris, anna.id)
  expect(await readLists()).toEqual(fullLists)
  expect(await boris.call('GET /api/hidden_authors')).toEqual([])
  expect(await codeOf(hideAuthor(boris, 999_999_999))).toBe('not_found')
  expect(await codeOf(hideAuthor(boris, boris.id))).toBe('invalid_input')
})

test('who said “not this author” below a message finds them among the hidden ones, and takes both back at once', async () => {
  const boris = await freelancer(api)
  const { anna, order } = await publishedOrder(api)
  const hiddenMark = { user_id: boris.id, listing_id: order.id, reason: 'author' } as const
  await api.ctx.db.transaction().execute((tx) => hideOrder(api.ctx, tx, hiddenMark))
  expect((await boris.call('GET /api/hidden_authors')).map(({ id }) => id)).toEqual([anna.id])
  expect((await listOrders(boris)).ids).not.toContain(order.id)
  await showAuthor(boris, anna.id)
  expect((await listOrders(boris)).ids).toContain(order.id)
})

test('a search is saved with a frequency, changes it, and brings back the digest that it needs', async () => {
  const boris = await freelancer(api)
  await boris.call('POST /api/users/notification_settings', { body: { muted_kinds: ['digest'] } })
  const search = { kind: 'order' as const, name: 'Сайты', filters: { search: 'сайт' } }
  const { id, frequency } = await boris.call('POST /api/saved_searches', { body: search })
  expect(frequency).toBe('at_once')
  const readMutedKinds = async () => (await boris.call('GET /api/users/notification_settings')).muted_kinds
  expect(await readMutedKinds()).toEqual(['digest'])
  const searchChange = { params: { id }, body: { frequency: 'daily' as const } }
  expect(await boris.call('PATCH /api/saved_searches/:id', searchChange)).toMatchObject({
    frequency: 'daily',
    is_notify: true,
    name: 'Сайты',
  })
  expect(await readMutedKinds()).toEqual([])
})
