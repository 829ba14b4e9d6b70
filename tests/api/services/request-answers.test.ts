import { beforeAll, describe, expect, test } from 'vitest'
import { lapseRequests } from '#services/requests/schedule.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { day, messagesAbout, sentRequest } from './request-scenes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const one = 'GET /api/service_requests/:id'

describe('a request is answered', () => {
  test('by its acceptance: the deal begins, and becomes a record as any other', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    await boris.call('PUT /api/service_requests/:id/seen', { params })
    expect(
      await codeOf(boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 1 } })),
    ).toBe('terms_changed')
    const request = await boris.call('POST /api/service_requests/:id/accept', {
      params,
      body: { price: 12_000 },
    })
    expect(request).toMatchObject({
      state: 'accepted',
      order_status: 'in_progress',
      acts: [],
      waits_for: null,
    })
    expect(request.story.map(({ step, by }) => [step, by])).toEqual([
      ['sent', 'client'],
      ['seen', 'freelancer'],
      ['accepted', 'freelancer'],
    ])
    expect(request.room_id).toEqual(expect.any(Number))
    expect(await messagesAbout(api, id)).toContainEqual({ kind: 'service_accepted', user_id: anna.id })
    const page = await anna.call('GET /api/projects/:id/full_info', { params })
    expect(page).toMatchObject({
      status: 'in_progress',
      executor_id: boris.id,
      deal: { price: 12_000, stage: 'work' },
    })
    const due = Date.parse(page.deal?.due_at ?? '') - Date.parse(page.deal?.chosen_at ?? '')
    expect(due).toBe(5 * day)
    await boris.call('POST /api/projects/hand_in/:id', { params, body: { text: 'Готово' } })
    await anna.call('POST /api/projects/complete/:id', { params })
    const review = await anna.call('POST /api/reviews', { body: { listing_id: id, rating: 5 } })
    expect(review.rating).toBe(5)
    const story = await boris.call('GET /api/projects/:id/story', { params })
    expect(story.story.agreement).toMatchObject({ price: 12_000 })
    const { completed_count } = await api.ctx.db
      .selectFrom('users')
      .select('completed_count')
      .where('id', '=', boris.id)
      .executeTakeFirstOrThrow()
    expect(completed_count).toBe(1)
  })

  test('by another price, which the client accepts with its days', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    const body = { price: 18_000, days: 7, reason: 'Экранов три, а не один.' }
    const countered = await boris.call('POST /api/service_requests/:id/counter', { params, body })
    expect(countered).toMatchObject({
      state: 'countered',
      waits_for: 'client',
      price: 18_000,
      days: 7,
      list_price: 12_000,
      acts: ['decline'],
    })
    expect(await messagesAbout(api, id)).toContainEqual({ kind: 'service_countered', user_id: anna.id })
    const order = await anna.call('GET /api/projects/:id/full_info', { params })
    expect(order).toMatchObject({ price: 18_000, request_state: 'countered' })
    expect(await codeOf(boris.call('POST /api/service_requests/:id/counter', { params, body }))).toBe(
      'wrong_state',
    )
    expect(
      await codeOf(boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 18_000 } })),
    ).toBe('wrong_state')
    expect(
      await codeOf(anna.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })),
    ).toBe('terms_changed')
    await anna.call('POST /api/service_requests/:id/accept', { params, body: { price: 18_000 } })
    expect(await messagesAbout(api, id)).toContainEqual({ kind: 'service_accepted', user_id: boris.id })
    const { deal, price } = await boris.call('GET /api/projects/:id/full_info', { params })
    expect({ price, deal: deal?.price }).toEqual({ price: 18_000, deal: 18_000 })
  })

  test.each([
    [
      'the freelancer',
      'boris',
      'POST /api/service_requests/:id/decline',
      'declined',
      'service_declined',
      'anna',
    ],
    [
      'the client',
      'anna',
      'POST /api/service_requests/:id/withdraw',
      'withdrawn',
      'service_withdrawn',
      'boris',
    ],
  ] as const)('by an end that %s makes', async (_, actor, call, state, kind, reader) => {
    const scene = await sentRequest(api)
    const { params, id } = scene
    const ended = await scene[actor].call(call, { params, body: {} })
    expect(ended).toMatchObject({ state, acts: [] })
    expect((await messagesAbout(api, id)).filter((one) => one.kind === kind)).toEqual([
      { kind, user_id: scene[reader].id },
    ])
    for (const person of [scene.anna, scene.boris])
      for (const act of ['accept', 'counter', 'decline', 'withdraw'] as const)
        expect(
          await codeOf(
            person.call(`POST /api/service_requests/:id/${act}` as typeof call, {
              params,
              body: { price: 12_000 } as never,
            }),
          ),
        ).toBe('wrong_state')
    const page = await scene.anna.call('GET /api/projects/:id/full_info', { params })
    expect(page).toMatchObject({ status: state, is_archive: true, is_paid: true })
  })

  test('with the reason of a refusal', async () => {
    const { anna, boris, params } = await sentRequest(api)
    await boris.call('POST /api/service_requests/:id/decline', { params, body: { reason: 'busy' } })
    expect((await anna.call(one, { params })).decline_reason).toBe('busy')
  })

  test('and no other request ends with it', async () => {
    const waiting = await sentRequest(api)
    const stored = api.ctx.db.selectFrom('service_requests').selectAll().where('listing_id', '=', waiting.id)
    const before = await stored.execute()
    const { boris, params } = await sentRequest(api)
    await boris.call('POST /api/service_requests/:id/decline', { params, body: { reason: 'busy' } })
    expect(await stored.execute()).toEqual(before)
  })

  test('a released deal ends instead of going back to the feed', async () => {
    const { anna, boris, params } = await sentRequest(api)
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    await anna.call('POST /api/projects/unassign_executor/:id', { params })
    const { status } = await anna.call('GET /api/projects/:id/full_info', { params })
    expect(status).toBe('withdrawn')
  })
})

describe('of two acts at once one wins', () => {
  test.each([
    ['two acceptances', 'accept', 'accept'],
    ['an acceptance and a withdrawal', 'accept', 'withdraw'],
    ['an acceptance and another price', 'accept', 'counter'],
    ['another price and a withdrawal', 'counter', 'withdraw'],
    ['a refusal and a withdrawal', 'decline', 'withdraw'],
  ] as const)('%s', async (_, one, other) => {
    const { anna, boris, id, params } = await sentRequest(api)
    const run = (act: string) => {
      const person = act === 'withdraw' ? anna : boris
      const body = act === 'accept' ? { price: 12_000 } : { price: 18_000 }
      return codeOf(
        person.call(`POST /api/service_requests/:id/${act}` as 'POST /api/service_requests/:id/accept', {
          params,
          body,
        }),
      )
    }
    const codes = await Promise.all([run(one), run(other)])
    // A client may still withdraw what was answered with another price.
    const bothMay = one === 'counter' && codes.every((code) => code === 'accepted')
    if (!bothMay) expect(codes.toSorted()).toEqual(['accepted', 'wrong_state'])
    const chosen = await api.ctx.db
      .selectFrom('responses')
      .select('id')
      .where('listing_id', '=', id)
      .execute()
    const { status } = await api.ctx.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(chosen.length).toBe(status === 'in_progress' ? 1 : 0)
  })

  test.each([
    ['the client agrees, and the freelancer declines', 'decline'],
    ['the client agrees and withdraws', 'withdraw'],
    ['the client agrees twice', 'accept'],
  ] as const)('after another price: %s', async (_, other) => {
    const { anna, boris, id, params } = await sentRequest(api)
    await boris.call('POST /api/service_requests/:id/counter', { params, body: { price: 18_000 } })
    const run = (act: 'accept' | 'decline' | 'withdraw') =>
      codeOf(
        (act === 'decline' ? boris : anna).call(
          `POST /api/service_requests/:id/${act}` as 'POST /api/service_requests/:id/accept',
          { params, body: { price: 18_000 } },
        ),
      )
    const codes = await Promise.all([run('accept'), run(other)])
    expect(codes.toSorted()).toEqual(['accepted', 'wrong_state'])
    const { order_status } = await anna.call(one, { params })
    const kind = order_status === 'in_progress' ? 'service_accepted' : `service_${order_status}`
    const ends = ['service_accepted', 'service_declined', 'service_withdrawn']
    const told = (await messagesAbout(api, id)).filter((message) => ends.includes(message.kind))
    expect(told).toEqual([{ kind, user_id: order_status === 'declined' ? anna.id : boris.id }])
  })
})

describe('each act is one side’s', () => {
  test.each([
    ['before another price', false, ['withdraw'], ['accept', 'counter', 'decline']],
    ['after another price', true, ['accept', 'withdraw'], ['decline']],
  ] as const)('%s', async (_, isCountered, ofClient, ofFreelancer) => {
    const { anna, boris, params } = await sentRequest(api)
    if (isCountered)
      await boris.call('POST /api/service_requests/:id/counter', { params, body: { price: 18_000 } })
    expect((await anna.call(one, { params })).acts).toEqual(ofClient)
    expect((await boris.call(one, { params })).acts).toEqual(ofFreelancer)
    for (const [person, own] of [
      [anna, ofClient],
      [boris, ofFreelancer],
    ] as const)
      for (const act of ['accept', 'counter', 'decline', 'withdraw'] as const)
        if (!(own as readonly string[]).includes(act)) {
          const call = `POST /api/service_requests/:id/${act}` as 'POST /api/service_requests/:id/accept'
          const price = isCountered ? 18_000 : 12_000
          expect(await codeOf(person.call(call, { params, body: { price } })), act).toBe('wrong_state')
        }
  })

  test('and of none once its time is over, even before the round that ends it', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    const ends_at = new Date(api.ctx.now().getTime() - 1).toISOString()
    await api.ctx.db.updateTable('service_requests').set({ ends_at }).where('listing_id', '=', id).execute()
    expect((await boris.call(one, { params })).acts).toEqual([])
    const accepting = boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    expect(await codeOf(accepting)).toBe('wrong_state')
    expect(await codeOf(anna.call('POST /api/service_requests/:id/withdraw', { params }))).toBe('wrong_state')
    await lapseRequests(api.ctx, 10)
    expect(await boris.call(one, { params })).toMatchObject({ state: 'lapsed', acts: [] })
  })
})

test('a service that changes or goes leaves the requests for it as they were sent', async () => {
  const { anna, boris, service_id, params } = await sentRequest(api)
  await boris.call('POST /api/users/edit_user_service', {
    body: {
      id: service_id,
      service_name: 'Другое',
      service_price: 99_000,
      terms_id: 2,
      service_currency_id: 2,
    },
  })
  const terms = {
    service_name: 'Разбор экрана',
    price: 12_000,
    days: 5,
    currency: { code: 'RUB' },
    unit: { id: 1 },
  }
  expect(await anna.call(one, { params })).toMatchObject({ ...terms, service_id })
  await boris.call('DELETE /api/users/delete_user_service/:id', {
    params: { id: boris.id },
    query: { service_id },
  })
  expect(await anna.call(one, { params })).toMatchObject({ ...terms, service_id: null, acts: ['withdraw'] })
  await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
  expect(await anna.call('GET /api/projects/:id/full_info', { params })).toMatchObject({
    price: 12_000,
    payment_format: 'fixed',
    price_unit: null,
    deal: { price: 12_000, currency: { code: 'RUB' } },
  })
})
