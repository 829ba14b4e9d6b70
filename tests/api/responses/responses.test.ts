import { beforeAll, describe, expect, test } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { waitForLockWaits } from '#tests/support/orders/held-rows.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { confirmPhone, freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api
let boris: Person
beforeAll(async () => {
  api = await openApi()
  boris = await freelancer(api)
})

const respondCall = 'POST /api/projects/add_resp'
const rowsOf = (listing_id: number) =>
  api.ctx.db.selectFrom('responses').select(['id', 'user_id']).where('listing_id', '=', listing_id).execute()

test('a response reaches the author as it was written', async () => {
  const { anna, order } = await publishedOrder(api)
  const responseFields = { response_text: '  Сделаю 🚀\nза неделю ', price: '1 500,50', currency: 'USD' }
  const link = 'https://example.com/works'
  const sentResponse = await boris.call(
    respondCall,
    responseTo(order.id, { ...responseFields, materials_link: link }),
  )
  expect(sentResponse).toMatchObject({
    response_text: 'Сделаю 🚀\nза неделю',
    price: 1500.5,
    currency: { code: 'USD' },
    materials_link: link,
    status: 'no_show',
    response_type: 200,
    place: 1,
    payment_url: null,
    place_after_payment: null,
    project_id: order.id,
    author_id: anna.id,
    user: { id: boris.id },
  })
  const [received] = await anna.call('GET /api/projects/:id/responses', { params: { id: order.id } })
  const { payment_url: _, place_after_payment: __, hint: ___, ...response } = sentResponse
  expect(received).toEqual(response)
  const [ownResponse] = await boris.call('GET /api/projects/my_responses')
  expect(ownResponse).toMatchObject({ ...response, item_status: 'published', project: { id: order.id } })
  const readStates = async () => {
    const body = { filters: { client_id: anna.id } }
    return (await anna.call('POST /api/projects', { body })).items.map((item) => item.new_responses)
  }
  expect([ownResponse?.project?.new_responses, ...(await readStates())]).toEqual([0, 1])
  await anna.call('POST /api/projects/edit_project_show', { body: { project_id: order.id } })
  expect(await readStates()).toEqual([0])
  const { tasks } = await api.ctx.db
    .selectFrom('events')
    .innerJoin('event_tasks', 'event_id', 'id')
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .where('topic', '=', 'response.sent')
    .where('payload', '@>', JSON.stringify({ response_id: sentResponse.id }) as never)
    .executeTakeFirstOrThrow()
  expect(tasks).toBe(1)
})

test.each<[unknown, unknown, string | undefined, number | null]>([
  [10, undefined, 'TON', 10],
  [10, 'rub', 'RUB', 10],
  [10, 3, 'USD', 10],
  [null, undefined, 'TON', null],
  [null, 'RUB', 'RUB', null],
  [0, 1, 'RUB', 0],
])('the price %j in %j', async (price, currency, code, expected) => {
  const { order } = await publishedOrder(api)
  const sentResponse = await boris.call(respondCall, responseTo(order.id, { price, currency } as object))
  expect([sentResponse.currency?.code, sentResponse.price]).toEqual([code, expected])
})

test.each<[string, object, boolean]>([
  ['500 emoji', { response_text: '🚀'.repeat(500) }, true],
  ['501 letters', { response_text: 'я'.repeat(501) }, false],
  ['500 letters and spaces around', { response_text: `  ${'я'.repeat(500)}\n` }, true],
  ['nothing', { response_text: '   ' }, false],
  ['nothing to see', { response_text: '\u200b\u2060' }, false],
  ['a negative price', { price: -5 }, false],
  ['an unknown currency', { currency: 'XXX' }, false],
  ['a link without https', { materials_link: 'http://example.com' }, false],
  ['a script for a link', { materials_link: 'javascript:alert(1)' }, false],
  ['an empty link', { materials_link: '' }, true],
  ['an unknown type', { response_type: 30 }, false],
])('bounds: %s', async (_name, fields, isAccepted) => {
  const { order } = await publishedOrder(api)
  const anton = await freelancer(api)
  const resultCode = await codeOf(anton.call(respondCall, responseTo(order.id, fields)))
  expect(resultCode).toBe(isAccepted ? 'accepted' : 'invalid_input')
  expect(await rowsOf(order.id)).toHaveLength(isAccepted ? 1 : 0)
})

describe('who may not respond is told why', () => {
  test('the author, before anything about the phone', async () => {
    const { anna, order } = await publishedOrder(api)
    expect(await codeOf(anna.call(respondCall, responseTo(order.id)))).toBe('own_listing')
  })

  test('somebody without a confirmed phone, until they confirm it', async () => {
    const { order } = await publishedOrder(api)
    const vera = await login(api)
    await expect(vera.call(respondCall, responseTo(order.id))).rejects.toMatchObject({
      problem: { statusCode: 403, code: 'verification_required' },
    })
    expect(await confirmPhone(api, vera)).toEqual({ is_verified: true, status: 'confirmed' })
    expect(await codeOf(vera.call(respondCall, responseTo(order.id)))).toBe('accepted')
  })

  test.each<[ListingStatus, string]>([
    ['draft', 'not_found'],
    ['moderation', 'not_found'],
    ['hidden', 'not_found'],
    ['in_progress', 'executor_chosen'],
    ['expired', 'not_found'],
    ['deleted', 'not_found'],
  ])('an order in %s: %s', async (status, code) => {
    const { order } = await publishedOrder(api)
    const hidden_reason = status === 'hidden' ? ('owner' as const) : null
    await placeRows(api.owner, 'listings', { id: order.id }, { status, hidden_reason })
    expect(await codeOf(boris.call(respondCall, responseTo(order.id)))).toBe(code)
  })

  test('the response limit of a day', async () => {
    const { anna, order } = await publishedOrder(api)
    const busyFreelancer = await freelancer(api)
    const listing = { kind: 'order', author_id: anna.id, title: 'Заказ', content_hash: 'x' } as const
    const listings = await api.ctx.db
      .insertInto('listings')
      .values(Array.from({ length: limits.responsesPerDay.base }, () => listing))
      .returning('id as listing_id')
      .execute()
    const hoursAgo = (hours: number) => new Date(api.ctx.now().getTime() - hours * 3_600_000).toISOString()
    const pastResponse = { user_id: busyFreelancer.id, response_text: 'Текст' }
    await api.ctx.db
      .insertInto('responses')
      .values(
        listings.map((row, n) => ({ ...row, ...pastResponse, created_at: hoursAgo(n === 0 ? 24.2 : 23.8) })),
      )
      .execute()
    expect(await codeOf(busyFreelancer.call(respondCall, responseTo(order.id)))).toBe('accepted')
    const { order: otherOrder } = await publishedOrder(api)
    await expect(busyFreelancer.call(respondCall, responseTo(otherOrder.id))).rejects.toMatchObject({
      problem: { code: 'too_many_responses', details: { limit: 30 } },
    })
    expect(await codeOf(boris.call(respondCall, responseTo(otherOrder.id)))).toBe('accepted')
  })
})

describe('one person, one response', () => {
  test('the second tap gets what stands; the same key gets the same answer', async () => {
    const { order } = await publishedOrder(api)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const first = await boris.call(respondCall, responseTo(order.id), key)
    expect(await boris.call(respondCall, responseTo(order.id), key)).toEqual(first)
    const { id, status, response_type, created_at } = first
    await expect(boris.call(respondCall, responseTo(order.id, { price: 1 }))).rejects.toMatchObject({
      problem: {
        statusCode: 409,
        code: 'already_responded',
        details: { response: { id, status, response_type, created_at } },
      },
    })
  })

  test('who withdrew a response and has another is told of the one that stands, whichever is younger', async () => {
    const { order } = await publishedOrder(api)
    const { id } = await boris.call(respondCall, responseTo(order.id))
    await boris.call('POST /api/responses/:id/withdraw', { params: { id } })
    const younger = await boris.call(respondCall, responseTo(order.id))
    const told = () => boris.call(respondCall, responseTo(order.id))
    await expect(told()).rejects.toMatchObject({ problem: { details: { response: { id: younger.id } } } })
    await placeRows(api.owner, 'responses', { id: younger.id }, { status: 'withdrawn' })
    await placeRows(api.owner, 'responses', { id }, { status: 'no_show', end_reason: null })
    await expect(told()).rejects.toMatchObject({
      problem: { code: 'already_responded', details: { response: { id, status: 'no_show' } } },
    })
  })

  test('an answer that was lost after it was stored is told to who repeats the call, with its key', async () => {
    const { order } = await publishedOrder(api)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { id } = await boris.call(respondCall, responseTo(order.id), key)
    const crashedAt = new Date(api.ctx.now().getTime() - 6000).toISOString()
    const rows = api.ctx.db.updateTable('idempotency_keys').set({ reply: null, created_at: crashedAt })
    await rows.where('key', '=', key['idempotency-key']).execute()
    expect(await boris.call(respondCall, responseTo(order.id), key)).toMatchObject({ id, place: 1 })
    expect(await rowsOf(order.id)).toHaveLength(1)
  })

  test('a call that is late rather than dead, and the one that took it over, tell of one response', async () => {
    const { order } = await publishedOrder(api)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const respondOnce = () => boris.call(respondCall, responseTo(order.id), key)
    const attempts: Promise<{ id: number }>[] = []
    await api.owner.transaction().execute(async (tx) => {
      await tx.selectFrom('listings').select('id').where('id', '=', order.id).forUpdate().execute()
      attempts.push(respondOnce())
      await waitForLockWaits(api.ctx.db, 1)
      const crashedAt = new Date(api.ctx.now().getTime() - 6000).toISOString()
      const rows = api.ctx.db.updateTable('idempotency_keys').set({ created_at: crashedAt })
      await rows.where('key', '=', key['idempotency-key']).execute()
      attempts.push(respondOnce())
      await waitForLockWaits(api.ctx.db, 2)
    })
    const [lateResponse, second] = await Promise.all(attempts)
    expect(second?.id).toBe(lateResponse?.id)
    expect(await rowsOf(order.id)).toHaveLength(1)
  })

  test('of 20 taps at once one wins', async () => {
    const { anna, order } = await publishedOrder(api)
    const attempts = Array.from({ length: 20 }, () => codeOf(boris.call(respondCall, responseTo(order.id))))
    const outcomes = await Promise.all(attempts)
    expect(outcomes.filter((code) => code === 'accepted')).toHaveLength(1)
    expect(outcomes.filter((code) => code === 'already_responded')).toHaveLength(19)
    expect(await rowsOf(order.id)).toHaveLength(1)
    const fullInfo = await anna.call('GET /api/projects/:id/full_info', { params: { id: order.id } })
    expect(fullInfo.responses_count).toBe(1)
  })

  test('20 people at once get 20 places', async () => {
    const { order } = await publishedOrder(api)
    const people = await Promise.all(Array.from({ length: 20 }, () => freelancer(api)))
    const sentResponses = await Promise.all(
      people.map((person) => person.call(respondCall, responseTo(order.id))),
    )
    const places = sentResponses.map(({ place }) => place).sort((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })
})
