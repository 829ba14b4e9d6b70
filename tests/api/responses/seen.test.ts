import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test('seen is what was on the screen: neither what the list holds beside it, nor another listing’s', async () => {
  const { anna, order } = await publishedOrder(api)
  const otherOrder = await publishedOrder(api)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  const { id: seenId } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  const { id: unseenId } = await vera.call('POST /api/projects/add_resp', responseTo(order.id))
  const { id: foreignId } = await vera.call('POST /api/projects/add_resp', responseTo(otherOrder.order.id))
  await anna.call('GET /api/listings/:id/responses', { params: { id: order.id } })
  const statuses = async () => {
    const rows = await api.ctx.db.selectFrom('responses').select(['id', 'status']).orderBy('id').execute()
    return rows.map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['no_show', 'no_show', 'no_show'])
  const seenCall = 'POST /api/listings/:id/responses/seen'
  const params = { id: order.id }
  await expect(boris.call(seenCall, { params, body: { response_ids: [seenId] } })).rejects.toThrow(
    'not_owner',
  )
  await anna.call(seenCall, { params, body: { response_ids: [foreignId, seenId] } })
  expect(await statuses()).toEqual(['shown', 'no_show', 'no_show'])
  const events = api.ctx.db.selectFrom('events').select('payload').where('topic', '=', 'responses.shown')
  await anna.call(seenCall, { params, body: { response_ids: [seenId] } })
  expect(await events.execute()).toEqual([{ payload: { listing_id: order.id } }])
  await anna.call(seenCall, { params, body: { response_ids: [unseenId] } })
  expect(await statuses()).toEqual(['shown', 'shown', 'no_show'])
})
