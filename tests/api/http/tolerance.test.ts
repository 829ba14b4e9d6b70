import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { draftOrder } from '#tests/support/orders/order-life.ts'
import { newOrder } from '#tests/support/orders/sample.ts'
import { client, login, type Person } from '#tests/support/people/people.ts'

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await client(api)
})

const json = { 'content-type': 'application/json' }

/** Sends a raw request, as existing clients do. */
async function send(options: InjectOptions, person = anna) {
  const headers = { authorization: `Bearer ${person.token}`, ...options.headers }
  const answer = await api.server.inject({ ...options, headers })
  return { status: answer.statusCode, body: answer.json() }
}

const sendEdit = (fields: Record<string, unknown>) =>
  `/api/users/edit_user_is_notify_new_order?${new URLSearchParams({ user_id: String(anna.id), ...fields })}`

describe('existing clients are understood', () => {
  test('a JSON content type with an empty body', async () => {
    const url = sendEdit({ is_notify_new_order: 'false' })
    const { status, body } = await send({ method: 'POST', url, headers: json, payload: '' })
    expect([status, body.is_notify_new_order]).toEqual([200, false])
  })

  test.each([
    ['true', true],
    ['False', false],
    ['1', true],
    ['0', false],
  ])('the flag %s', async (text, expected) => {
    const { body } = await send({ method: 'POST', url: sendEdit({ is_notify_new_order: text }) })
    expect(body.is_notify_new_order).toBe(expected)
  })

  test.each([true, false, 'true', 'false', 0, 1])('the flag %j in the body', async (value) => {
    const payload = { user_id: String(anna.id), is_notify_new_order: value }
    const url = '/api/users/edit_user_is_notify_new_order'
    const { status, body } = await send({ method: 'POST', url, payload })
    expect([status, body.is_notify_new_order]).toEqual([200, ['true', true, 1].includes(value)])
  })

  test('a trailing slash', async () => {
    expect((await send({ method: 'GET', url: '/api/projects/my_responses/' })).status).toBe(200)
  })

  test.each(['body', 'query'])('DELETE with the fields in its %s', async (fieldPlace) => {
    const { order } = await draftOrder(api, {}, anna)
    const fields = { project_id: String(order.id), client_id: anna.id }
    const url = '/api/projects/delete'
    const request =
      fieldPlace === 'body' ? { payload: fields } : { query: { ...fields, client_id: `${anna.id}` } }
    expect(await send({ method: 'DELETE', url, ...request })).toEqual({ status: 200, body: { ok: true } })
  })

  test('a form instead of JSON', async () => {
    const payload = new URLSearchParams({ user_id: String(anna.id), limit: '5' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = '/api/users/freelancer_jobs'
    expect((await send({ method: 'POST', url, headers, payload })).status).toBe(200)
  })

  test('unknown fields, prices with spaces and a comma, Russian dates, numbers as text', async () => {
    const day = new Date(api.ctx.now().getTime() + 60 * 86_400_000).toISOString().slice(0, 10)
    const order = newOrder()
    const { status, body } = await send({
      method: 'POST',
      url: '/api/projects/create',
      payload: {
        ...order,
        project_add: {
          ...order.project_add,
          category_id: '101',
          currency_id: '1',
          price: '2 500,50',
          deadline: day.split('-').reverse().join('.'),
          is_remote: 'true',
          placement_period: '30',
          status: 'published',
          is_paid: true,
          response_stake: 0,
          author_id: 1,
          nonsense: { deep: [1] },
        },
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ price: 2500.5, category_id: 101, is_remote: true, placement_period: 30 })
    expect(body).toMatchObject({ status: 'draft', is_paid: false, client_id: anna.id })
    expect(new Date(body.deadline).toISOString()).toBe(`${day}T20:59:59.000Z`)
    expect(body).not.toHaveProperty('nonsense')
  })

  test.each([
    ['2 500', 2500],
    ['2\u00a0500,5', 2500.5],
    ['0', 0],
    [0.29, 0.29],
    ['1234567.89', 1234567.89],
  ])('the price %j', async (price, expected) => {
    const { order } = await draftOrder(api, { price })
    expect(order.price).toBe(expected)
  })

  test.each([-1, 1e308, '1e5', '12,345', 'сто', '1.2.3', 10_000_000_001, true, {}])(
    'the price %j is not guessed',
    async (price) => {
      const payload = { project_add: { ...newOrder().project_add, price } }
      const { status, body } = await send({ method: 'POST', url: '/api/projects/create', payload })
      expect([status, body.details?.fields[0].path]).toEqual([422, 'project_add.price'])
    },
  )
})

test('somebody else named in an own-identity field is refused', async () => {
  const { id } = await login(api)
  const url = sendEdit({ user_id: String(id), is_notify_new_order: 'true' })
  expect(await send({ method: 'POST', url })).toMatchObject({ status: 403, body: { code: 'not_owner' } })
})
