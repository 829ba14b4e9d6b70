import { beforeAll, expect, test } from 'vitest'
import type { ReceivedGroup } from '#contract/options.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** The responses to all listings of a client, as the tab of responses shows them. */

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const readGroups = async (person: Person, group: ReceivedGroup = 'all') =>
  (await person.call('GET /api/users/received_responses', { query: { group } })).listings.map(
    ({ id, counts, responses }) => ({ id, counts, responses: responses.map((response) => response.id) }),
  )
const countNew = async (person: Person) => (await person.call('GET /api/users/new_responses')).count
const respond = async (person: Person, order_id: number) =>
  (await person.call('POST /api/projects/add_resp', responseTo(order_id))).id

test('groups responses by listing in the order of its own page, and counts those that were not seen', async () => {
  const anna = await client(api)
  const { order: early } = await publishedOrder(api, {}, anna)
  const { order: late } = await publishedOrder(api, {}, anna)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  const first = await respond(boris, early.id)
  const second = await respond(boris, late.id)
  const third = await respond(vera, early.id)
  const earlyCounts = { new: 2, waiting: 2, shortlisted: 0, all: 2 }
  expect(await readGroups(anna, 'new')).toEqual([
    { id: early.id, counts: earlyCounts, responses: [first, third] },
    { id: late.id, counts: { new: 1, waiting: 1, shortlisted: 0, all: 1 }, responses: [second] },
  ])
  expect(await countNew(anna)).toBe(3)

  const params = { id: early.id }
  await anna.call('POST /api/listings/:id/responses/seen', { params, body: { response_ids: [first] } })
  await anna.call('POST /api/responses/:id/shortlist', { params: { id: third } })
  expect(await countNew(anna)).toBe(1)
  const [judged] = await readGroups(anna, 'new')
  expect(judged).toEqual({
    id: early.id,
    counts: { new: 0, waiting: 1, shortlisted: 1, all: 2 },
    responses: [],
  })
  expect((await readGroups(anna, 'waiting')).map(({ responses }) => responses)).toEqual([[first], [second]])
  expect((await readGroups(anna, 'shortlisted')).map(({ responses }) => responses)).toEqual([[third], []])

  // A withdrawn response and a closed listing leave the list.
  await boris.call('POST /api/responses/:id/withdraw', { params: { id: first } })
  await anna.call('POST /api/projects/close/:id', { params: { id: late.id } })
  expect(await readGroups(anna)).toEqual([
    { id: early.id, counts: { new: 0, waiting: 0, shortlisted: 1, all: 1 }, responses: [third] },
  ])
  expect(await countNew(anna)).toBe(0)
})

test('shows three responses of a listing, and nobody the responses to others', async () => {
  const { anna, order } = await publishedOrder(api)
  const ids: number[] = []
  for (let count = 0; count < 4; count += 1) ids.push(await respond(await freelancer(api), order.id))
  const [group] = await readGroups(anna, 'new')
  expect(group).toMatchObject({ counts: { new: 4 }, responses: ids.slice(0, 3) })
  const otherClient = await client(api)
  expect(await readGroups(otherClient)).toEqual([])
  expect(await countNew(otherClient)).toBe(0)
})

test('without responses it names the newest open listing, and no draft', async () => {
  const { anna } = await draftOrder(api)
  expect(await anna.call('GET /api/users/received_responses', {})).toEqual({
    listings: [],
    newest_open: null,
  })
  const { order } = await publishedOrder(api, {}, anna)
  expect(await anna.call('GET /api/users/received_responses', {})).toEqual({
    listings: [],
    newest_open: { id: order.id, kind: 'order', title: order.title },
  })
})
