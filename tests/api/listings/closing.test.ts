import { beforeAll, expect, test } from 'vitest'
import { expireListings } from '#services/lifecycle/publication/expire.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { confirmPayment, invoiceFor, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

/** Amendment 4.9: an author closes a listing without deleting it and can reopen it. */

const day = 24 * 60 * 60_000
let api: Api
beforeAll(async () => {
  api = await openApi()
})

const act = (person: Person, name: 'close' | 'reopen', id: number) =>
  person.call(`POST /api/projects/${name}/:id`, { params: { id } })
const standing = (person: Person, id: number) => person.call('GET /api/responses/:id', { params: { id } })
const respond = (person: Person, id: number) => person.call('POST /api/projects/add_resp', responseTo(id))

test('a closed order takes no responses, tells those who wait, and comes back for the rest of its placement', async () => {
  const { anna, order } = await publishedOrder(api)
  const [boris, vera, gleb] = [await freelancer(api), await freelancer(api), await freelancer(api)]
  const unseen = await respond(boris, order.id)
  const seen = await respond(vera, order.id)
  const declined = await respond(gleb, order.id)
  await anna.call('POST /api/projects/edit_project_show', {
    body: { project_id: order.id, user_id: vera.id },
  })
  await anna.call('POST /api/responses/:id/decline', { params: { id: declined.id } })
  const before = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })

  expect(await codeOf(act(boris, 'close', order.id))).toBe('not_owner')
  expect(await act(anna, 'close', order.id)).toMatchObject({ status: 'archived', is_archive: true })
  expect(await standing(boris, unseen.id)).toMatchObject({
    status: 'not_chosen',
    end_reason: 'listing_closed',
  })
  expect(await codeOf(respond(await freelancer(api), order.id))).toBe('not_found')
  const told = api.ctx.db.selectFrom('events').select('id').where('topic', '=', 'responses.passed')
  expect(await told.execute()).toHaveLength(1)
  expect(await codeOf(act(anna, 'close', order.id))).toBe('wrong_state')
  expect(await codeOf(invoiceFor(anna, order.id))).toBe('already_paid')

  expect(await act(anna, 'reopen', order.id)).toMatchObject({
    ...{ status: 'published', expires_at: before.expires_at, published_at: before.published_at },
    responses_count: before.responses_count,
  })
  expect(await standing(boris, unseen.id)).toMatchObject({ status: 'no_show', end_reason: null })
  expect(await standing(vera, seen.id)).toMatchObject({ status: 'shown', end_reason: null })
  expect(await standing(gleb, declined.id)).toMatchObject({ status: 'declined' })
  expect(await codeOf(respond(await freelancer(api), order.id))).toBe('accepted')
  expect(await codeOf(act(anna, 'reopen', order.id))).toBe('wrong_state')
})

test('after its placement a closed order is paid for anew', async () => {
  const { anna, order } = await publishedOrder(api)
  await act(anna, 'close', order.id)
  api.ahead(31 * day)
  await expireListings(api.ctx, 100)
  const author = await login(api, anna.account)
  expect(await codeOf(act(author, 'reopen', order.id))).toBe('not_paid')
  await confirmPayment(api, await invoiceFor(author, order.id))
  const open = await author.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
  expect(open.status).toBe('published')
  expect(Date.parse(open.expires_at ?? '')).toBeGreaterThan(api.ctx.now().getTime() + 29 * day)
})

test('money that comes after the closing opens nothing: it becomes a free publication', async () => {
  const { anna, order } = await publishedOrder(api)
  const extension = await invoiceFor(anna, order.id)
  await act(anna, 'close', order.id)
  await confirmPayment(api, extension)
  const params = { id: order.id }
  expect((await anna.call('GET /api/projects/:id/full_info', { params })).status).toBe('archived')
  const credits = api.ctx.db.selectFrom('credits').select('product').where('user_id', '=', anna.id)
  expect(await credits.execute()).toEqual([{ product: 'project' }])
})

test('an order with an executor is not closed, nor one that the staff has hidden', async () => {
  const { anna, order } = await publishedOrder(api)
  const { id: response_id } = await respond(await freelancer(api), order.id)
  await anna.call('POST /api/projects/assign_executor/:id', {
    params: { id: order.id },
    query: { response_id },
  })
  expect(await codeOf(act(anna, 'close', order.id))).toBe('executor_working')
  const other = await publishedOrder(api)
  await placeRows(api.owner, 'listings', { id: other.order.id }, { status: 'hidden', hidden_reason: 'staff' })
  expect(await codeOf(act(other.anna, 'close', other.order.id))).toBe('wrong_state')
})
