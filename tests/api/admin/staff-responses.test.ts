import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, moderator } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

test('moderators read every response of an order, a passer-by none', async () => {
  const { anna, order } = await publishedOrder(api)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  for (const person of [boris, vera]) await person.call('POST /api/projects/add_resp', responseTo(order.id))
  const params = { id: order.id }
  for (const [reader, expected] of [
    [anna, [boris.id, vera.id]],
    [await moderator(api), [boris.id, vera.id]],
    [vera, [vera.id]],
    [await login(api), []],
  ] as const) {
    const page = await reader.call('GET /api/projects/:id/full_info', { params })
    const lists = [
      page.responses,
      await reader.call('GET /api/projects/:id/responses', { params }),
      await reader.call('GET /api/projects/responses/:id', { params }),
    ]
    for (const list of lists) expect(list.map(({ user }) => user.id)).toEqual(expected)
  }
})
