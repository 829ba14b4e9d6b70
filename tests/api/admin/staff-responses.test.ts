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

test('payments are listed by the moment that their row shows, newest first', async () => {
  const admin = await login(api)
  await api.ctx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  for (let count = 0; count < 3; count++) await publishedOrder(api)
  const listPayments = async () => (await admin.call('GET /api/admin/payments', { query: {} })).items
  const oldest = (await listPayments())[0]?.id ?? 0
  const longAgo = '2020-01-01T00:00:00.000Z'
  await api.ctx.db.updateTable('payments').set({ paid_at: longAgo }).where('id', '=', oldest).execute()
  const payments = await listPayments()
  expect(payments.at(-1)?.id).toBe(oldest)
  const moments = payments.map(({ paid_at, created_at }) => paid_at ?? created_at)
  expect(moments).toEqual(moments.toSorted().toReversed())
})
