import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { restoreResponse } from '#services/responses/decisions/actions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'
import { messagesAbout, sentRequest, terms, verifiedClient } from './request-scenes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const one = 'GET /api/service_requests/:id'

describe('a private order is for its two sides and the staff', () => {
  test('in every state, and for nobody else', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    const stranger = await verifiedClient(api)
    const staff = await login(api)
    await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', staff.id).execute()
    const check = async () => {
      for (const call of [one, 'GET /api/projects/:id/full_info', 'GET /api/projects/:id/files'] as const) {
        expect(await codeOf(stranger.call(call, { params })), call).toBe('not_found')
        for (const person of [anna, boris, staff])
          expect(await codeOf(person.call(call, { params })), call).toBe('accepted')
      }
      const lists = await Promise.all([
        stranger.call('POST /api/projects', { body: { pagination: { per_page: 100 } } }),
        stranger.call('POST /api/projects', { body: { filters: { author_id: anna.id } } }),
        boris.call('POST /api/projects', { body: { filters: { author_id: anna.id } } }),
      ])
      expect(lists.flatMap(({ items }) => items.map((item) => item.id))).not.toContain(id)
      const own = await anna.call('POST /api/projects', {
        body: { filters: { author_id: anna.id, is_published: false } as object },
      })
      expect(own.items.map((item) => item.id)).toContain(id)
    }
    await check()
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    await check()
    await anna.call('POST /api/projects/complete/:id', { params })
    await check()
  })

  test('and takes none of the acts of a public listing', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    const stranger = await verifiedClient(api)
    const responded = { project_id: id, response_text: 'Сделаю', price: 1 }
    expect(await codeOf(stranger.call('POST /api/projects/add_resp', { body: responded }))).toBe('not_found')
    expect(await codeOf(boris.call('POST /api/projects/add_resp', { body: responded }))).toBe(
      'listing_closed',
    )
    const assign = () =>
      codeOf(
        anna.call('POST /api/projects/assign_executor/:id', {
          params,
          query: { response_id: 1, reassign: true } as never,
        }),
      )
    expect(await assign()).toBe('wrong_state')
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    expect(await assign()).toBe('wrong_state')
    expect(await codeOf(stranger.call('POST /favorites/add_project', { body: { project_id: id } }))).not.toBe(
      'accepted',
    )
  })
})

describe('a request ends with its sides', () => {
  test.each([
    ['the client', 'anna', 'boris', 'withdrawn'],
    ['the freelancer', 'boris', 'anna', 'declined'],
  ] as const)('when %s blocks the other', async (_, blocker, other, state) => {
    const scene = await sentRequest(api)
    const { params, id } = scene
    await scene[blocker].call('POST /api/blocks/:user_id', { params: { user_id: scene[other].id } })
    expect((await scene[other].call(one, { params })).state).toBe(state)
    const kind = `service_${state}`
    expect((await messagesAbout(api, id)).filter((message) => message.kind === kind)).toEqual([
      { kind, user_id: scene[other].id },
    ])
  })

  test.each([
    ['the client', 'anna', 'boris', 'client_left', 'service_withdrawn'],
    ['the freelancer', 'boris', 'anna', 'freelancer_left', 'service_declined'],
  ] as const)('when %s deletes the account', async (_, leaver, other, step, kind) => {
    const scene = await sentRequest(api)
    const { params, id } = scene
    await scene[leaver].call('DELETE /api/users/delete/:id', { params: { id: scene[leaver].id } })
    const request = await scene[other].call(one, { params })
    expect(request.story.at(-1)?.step).toBe(step)
    expect(await messagesAbout(api, id)).toContainEqual({ kind, user_id: scene[other].id })
  })

  test.each([
    ['the client', 'anna', 'boris', 'client_left', 'service_withdrawn'],
    ['the freelancer', 'boris', 'anna', 'freelancer_left', 'service_declined'],
  ] as const)(
    'when the staff suspend %s, and the deal of an accepted one goes on',
    async (_, leaver, other, step, kind) => {
      const staff = await moderator(api)
      const suspend = ({ id }: Person) =>
        staff.call('POST /api/users/change_system_status', { query: { user_id: id, reason: 'Обман' } })
      const waiting = await sentRequest(api)
      await suspend(waiting[leaver])
      const request = await waiting[other].call(one, { params: waiting.params })
      expect(request.story.at(-1)?.step).toBe(step)
      expect(await messagesAbout(api, waiting.id)).toContainEqual({ kind, user_id: waiting[other].id })
      const deal = await sentRequest(api)
      const { params } = deal
      await deal.boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
      await suspend(deal[leaver])
      expect(await deal[other].call(one, { params })).toMatchObject({
        state: 'accepted',
        order_status: 'in_progress',
      })
    },
  )

  test.each(['anna', 'boris'] as const)(
    'but a deal keeps the account of %s, and finished work stays readable',
    async (leaver) => {
      const scene = await sentRequest(api)
      const { anna, boris, params } = scene
      const other = leaver === 'anna' ? boris : anna
      const remove = () =>
        codeOf(scene[leaver].call('DELETE /api/users/delete/:id', { params: { id: scene[leaver].id } }))
      await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
      expect(await remove()).toBe('executor_working')
      await anna.call('POST /api/projects/complete/:id', { params })
      expect(await remove()).toBe('accepted')
      expect(await other.call(one, { params })).toMatchObject({
        state: 'accepted',
        order_status: 'completed',
      })
    },
  )
})

test('the agreement of a released order takes no decision, and owes nobody an answer', async () => {
  const { anna, boris, id, params } = await sentRequest(api)
  await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
  const response = await api.ctx.db
    .selectFrom('responses')
    .select('id')
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow()
  const refusals = async () => [
    await codeOf(anna.call('POST /api/responses/:id/shortlist', { params: response })),
    await restoreResponse({ ...api.ctx, viewer: { id: anna.id } }, response.id).catch(({ code }) => code),
  ]
  expect(await refusals()).toEqual(['wrong_state', 'wrong_state'])
  await anna.call('POST /api/projects/unassign_executor/:id', { params })
  expect(await refusals()).toEqual(['wrong_state', 'wrong_state'])
  const day = new Date(api.ctx.now().getTime() + 86_400_000).toISOString()
  const { rows } = await sql`select loop from open_loops_at(${day}::timestamptz)
    where listing_id = ${id} and loop = 'not_ended'`.execute(api.ctx.db)
  expect(rows).toEqual([])
})

test('the list of a side says what waits for it', async () => {
  const { anna, boris, id } = await sentRequest(api)
  const list = (person: typeof anna, side: 'client' | 'freelancer') =>
    person.call('GET /api/service_requests', { query: { side } })
  expect(await list(boris, 'freelancer')).toMatchObject({
    total: 1,
    waiting: 1,
    items: [{ id, price: 12_000 }],
  })
  expect(await list(anna, 'client')).toMatchObject({ total: 1, waiting: 0, items: [{ id }] })
  expect(await list(anna, 'freelancer')).toMatchObject({ total: 0, waiting: 0, items: [] })
})

test('money is in order, and no list of payments shows the payment of 0', async () => {
  const { anna, boris, params } = await sentRequest(api)
  await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: terms.price } })
  await anna.call('POST /api/projects/complete/:id', { params })
  const { rows } = await sql`select * from payment_invariant_violations`.execute(api.ctx.db)
  expect(rows).toEqual([])
  const { rows: loops } = await sql`select * from open_loops`.execute(api.ctx.db)
  expect(loops).toEqual([])
})
