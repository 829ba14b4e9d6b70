import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
const story = 'GET /api/responses/:id/story'

test('an ended response tells its steps with their moments, its reason, and what is still open', async () => {
  const { anna, order } = await publishedOrder(api)
  const nearOrder = await publishedOrder(api)
  const respondedOrder = await publishedOrder(api)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  // People who have already responded are not notified again.
  await boris.call('POST /api/projects/add_resp', responseTo(respondedOrder.order.id))
  expect(await boris.call(story, { params: { id } })).toMatchObject({
    status: 'no_show',
    seen_at: null,
    similar: [],
  })
  api.advanceClock(60_000)
  const seenRequest = { params: { id: order.id }, body: { response_ids: [id] } }
  await anna.call('POST /api/listings/:id/responses/seen', seenRequest)
  api.advanceClock(60_000)
  await anna.call('POST /api/responses/:id/shortlist', { params: { id } })
  api.advanceClock(60_000)
  await anna.call('POST /api/responses/:id/decline', { params: { id }, body: { reason: 'price' } })
  const timeline = await boris.call(story, { params: { id } })
  expect(timeline).toMatchObject({
    status: 'declined',
    end_reason: 'author_declined',
    decline_reason: 'price',
  })
  expect(timeline.similar.map((listing) => listing.id)).toEqual([nearOrder.order.id])
  expect(timeline.similar_count).toBe(1)
  const moments = [timeline.created_at, timeline.seen_at, timeline.shortlisted_at, timeline.ended_at].map(
    (text) => Date.parse(text ?? ''),
  )
  const gapsMs = moments.slice(1).map((ms, index) => ms - (moments[index] ?? 0))
  expect(gapsMs.every((ms) => ms >= 60_000)).toBe(true)
  for (const otherPerson of [anna, vera])
    await expect(otherPerson.call(story, { params: { id } })).rejects.toThrow('not_found')
})

test('the story of a response to a deleted order is still told', async () => {
  const { anna, order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
  expect(await boris.call(story, { params: { id } })).toMatchObject({
    status: 'not_chosen',
    end_reason: 'listing_deleted',
    project: { id: order.id, title: order.title },
  })
})

test('thirty open listings like the missed one are counted, and it is none of them', async () => {
  const { anna, order } = await publishedOrder(api)
  const { category_id } = await api.ctx.db
    .selectFrom('listings')
    .select('category_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const now = api.ctx.now()
  const similarListing = {
    kind: 'order' as const,
    author_id: anna.id,
    status: 'published' as const,
    title: 'Похожий заказ',
    price: 250_000,
    price_base: 250_000,
    payment_format: 'fixed' as const,
    category_id,
    published_at: now.toISOString(),
    expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
  }
  await api.ctx.db
    .insertInto('listings')
    .values(Array.from({ length: 31 }, () => ({ ...similarListing, content_hash: crypto.randomUUID() })))
    .execute()
  const boris = await freelancer(api)
  const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  await anna.call('POST /api/responses/:id/decline', { params: { id }, body: { reason: 'price' } })
  const { similar, similar_count } = await boris.call(story, { params: { id } })
  expect(similar.map((listing) => listing.id)).not.toContain(order.id)
  expect([similar.length, similar_count]).toEqual([3, 30])
})
