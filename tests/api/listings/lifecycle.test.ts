import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { expireListings, remindOfExpiry } from '#services/lifecycle/publication/expire.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import {
  confirmPayment,
  decideTask,
  draftOrder,
  type Invoice,
  invoiceFor,
  paidOrder,
  publishedOrder,
  rejectedOrder,
} from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})

const page = 'GET /api/projects/:id/full_info'
const respondCall = 'POST /api/projects/add_resp'
const deleteOrder = (person: Person, project_id: number) =>
  person.call('DELETE /api/projects/delete', { body: { project_id } })

async function sendBoostedResponse(order_id: number) {
  const person = await freelancer(api)
  const sentResponse = await person.call(respondCall, responseTo(order_id, { response_type: 20 }))
  const body = { response_id: sentResponse.id, payment_type: 'response' as const }
  const invoice: Invoice = await person.call('POST /pay/generate-payment-robokassa', { body })
  return { person, id: sentResponse.id, invoice }
}

const creditsOf = (user_id: number) =>
  api.ctx.db.selectFrom('credits').select(['product', 'reason']).where('user_id', '=', user_id).execute()
const paymentsOf = (listing_id: number) =>
  api.ctx.db.selectFrom('payments').select('state').where('listing_id', '=', listing_id).execute()

describe('a response', () => {
  async function openSentResponse() {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { id } = await boris.call(respondCall, responseTo(order.id))
    return { anna, boris, order, params: { id } }
  }

  test('is rewritten until it is read', async () => {
    const { anna, boris, order, params } = await openSentResponse()
    const otherResponse = await (await freelancer(api)).call(respondCall, responseTo(order.id))
    const body = { response_text: 'Сделаю за три дня', price: '1 000' }
    const editedResponse = await boris.call('POST /api/responses/:id/edit', { params, body })
    expect(editedResponse).toMatchObject({ response_text: body.response_text, price: 1000 })
    expect(await codeOf(anna.call('POST /api/responses/:id/edit', { params, body }))).toBe('not_owner')
    const otherResponseAfter = await anna.call('GET /api/responses/:id', { params: { id: otherResponse.id } })
    expect(otherResponseAfter).toMatchObject({
      response_text: otherResponse.response_text,
      price: otherResponse.price,
    })
    await anna.call('POST /api/projects/edit_project_show', { body: { project_id: order.id } })
    expect(await codeOf(boris.call('POST /api/responses/:id/edit', { params, body }))).toBe('wrong_state')
  })

  test('taken back frees its place, and a new one may come', async () => {
    const { anna, boris, order, params } = await openSentResponse()
    const withdrawResponse = () => boris.call('POST /api/responses/:id/withdraw', { params })
    expect(await withdrawResponse()).toMatchObject({ status: 'withdrawn' })
    expect(await withdrawResponse()).toMatchObject({ status: 'withdrawn' })
    const listingPage = await anna.call(page, { params: { id: order.id } })
    expect(listingPage).toMatchObject({ responses_count: 0, responses: [] })
    expect(await codeOf(anna.call('GET /api/responses/:id', { params }))).toBe('not_found')
    expect(await boris.call(respondCall, responseTo(order.id))).toMatchObject({ place: 1, status: 'no_show' })
  })

  test('is shortlisted and declined by the author alone, and counts as read', async () => {
    const { anna, boris, params } = await openSentResponse()
    const stranger = await freelancer(api)
    const judgeResponse = (person: Person, verdict: 'shortlist' | 'decline') =>
      person.call(`POST /api/responses/:id/${verdict}`, { params })
    expect(await codeOf(judgeResponse(boris, 'shortlist'))).toBe('not_owner')
    expect(await codeOf(judgeResponse(stranger, 'decline'))).toBe('not_found')
    expect(await judgeResponse(anna, 'shortlist')).toMatchObject({ status: 'shortlisted' })
    expect(await codeOf(boris.call('POST /api/responses/:id/edit', { params, body: {} }))).toBe('wrong_state')
    expect(await judgeResponse(anna, 'decline')).toMatchObject({ status: 'declined' })
    expect(await codeOf(boris.call('POST /api/responses/:id/withdraw', { params }))).toBe('wrong_state')
  })

  test('of the executor is no longer judged', async () => {
    const { anna, order, params } = await openSentResponse()
    const query = { response_id: params.id }
    await anna.call('POST /api/projects/assign_executor/:id', { params: { id: order.id }, query })
    for (const verdict of ['shortlist', 'decline'] as const)
      await expect(anna.call(`POST /api/responses/:id/${verdict}`, { params })).rejects.toMatchObject({
        problem: { statusCode: 409, code: 'wrong_state', details: { response_status: 'chosen' } },
      })
    expect(await anna.call('GET /api/responses/:id', { params })).toMatchObject({ status: 'chosen' })
  })

  test('is put away and brought back by its sender', async () => {
    const { boris, params } = await openSentResponse()
    const archiveResponse = (body: object) => boris.call('POST /api/responses/:id/archive', { params, body })
    expect(await archiveResponse({})).toMatchObject({ is_archive: true, status: 'no_show' })
    expect(await archiveResponse({ is_archive: 'false' })).toMatchObject({ is_archive: false })
  })

  test('to the listing of somebody who blocked the person is refused', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const blockPair = { user_id: anna.id, blocked_id: boris.id }
    await api.ctx.db.insertInto('user_blocks').values(blockPair).execute()
    expect(await codeOf(boris.call(respondCall, responseTo(order.id)))).toBe('not_found')
  })

  test('to the listing of somebody whom the person has blocked says so', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const blockPair = { user_id: boris.id, blocked_id: anna.id }
    await api.ctx.db.insertInto('user_blocks').values(blockPair).execute()
    expect(await codeOf(boris.call(respondCall, responseTo(order.id)))).toBe('blocked_pair')
  })
})

describe('boosts', () => {
  test('are sold to a response that stands, on an order that is published', async () => {
    const { anna, order } = await publishedOrder(api)
    const [boris, vera] = [await freelancer(api), await freelancer(api)]
    const buyBoost = async (person: Person, response_id: number) =>
      codeOf(
        person.call('POST /pay/generate-payment-robokassa', {
          body: { response_id, payment_type: 'response' as const },
        }),
      )
    const [borisResponse, veraResponse] = [
      await boris.call(respondCall, responseTo(order.id)),
      await vera.call(respondCall, responseTo(order.id)),
    ]
    await boris.call('POST /api/responses/:id/withdraw', { params: { id: borisResponse.id } })
    expect(await buyBoost(boris, borisResponse.id)).toBe('wrong_state')
    expect(await buyBoost(boris, veraResponse.id)).toBe('not_found')
    await placeRows(api.owner, 'listings', { id: order.id }, { response_stake: 0 })
    expect(await buyBoost(vera, veraResponse.id)).toBe('boost_not_offered')
    await anna.call('POST /api/projects/edit_project_is_published', {
      body: { project_id: order.id, is_published: false },
    })
    expect(await buyBoost(vera, veraResponse.id)).toBe('wrong_state')
  })

  test('the order tells the free slots and the next place', async () => {
    const { order } = await publishedOrder(api)
    const params = { id: order.id }
    const first = await sendBoostedResponse(order.id)
    expect(await first.person.call(page, { params })).toMatchObject({ boost_slots_free: 3, boost_place: 1 })
    await confirmPayment(api, first.invoice)
    expect(await first.person.call(page, { params })).toMatchObject({ boost_slots_free: 2, boost_place: 2 })
  })

  test('the last slot goes to one; the other’s money becomes a free boost', async () => {
    const { order } = await publishedOrder(api)
    const people = []
    for (let n = 0; n < limits.boostSlots + 2; n++) people.push(await sendBoostedResponse(order.id))
    await Promise.all(people.map(({ invoice }) => confirmPayment(api, invoice)))
    const states = await api.ctx.db
      .selectFrom('responses')
      .select(['user_id', 'response_type'])
      .where('listing_id', '=', order.id)
      .execute()
    expect(states.filter(({ response_type }) => response_type === 20)).toHaveLength(limits.boostSlots)
    // A person who responds when all slots are taken cannot buy a boost.
    const lateResponder = await freelancer(api)
    const { id: response_id } = await lateResponder.call(respondCall, responseTo(order.id))
    const body = { response_id, payment_type: 'response' as const }
    expect(await codeOf(lateResponder.call('POST /pay/generate-payment-robokassa', { body }))).toBe(
      'slots_taken',
    )
    for (const { user_id, response_type } of states)
      expect(await creditsOf(user_id)).toHaveLength(response_type === 20 ? 0 : 1)
    const [{ person }] = people as [(typeof people)[0]]
    const listingPage = await person.call(page, { params: { id: order.id } })
    expect(listingPage).toMatchObject({ boost_slots_free: 0, boost_place: null })
  })

  test('one that nobody opened is given back with the order', async () => {
    const { anna, order } = await publishedOrder(api)
    const [unseenResponse, openedResponse] = [
      await sendBoostedResponse(order.id),
      await sendBoostedResponse(order.id),
    ]
    for (const { invoice } of [unseenResponse, openedResponse]) await confirmPayment(api, invoice)
    const body = { project_id: order.id, user_id: openedResponse.person.id }
    await anna.call('POST /api/projects/edit_project_show', { body })
    await deleteOrder(anna, order.id)
    expect(await creditsOf(unseenResponse.person.id)).toEqual([
      { product: 'response', reason: 'boost_unseen' },
    ])
    expect(await creditsOf(openedResponse.person.id)).toEqual([])
  })
})

describe('taking a listing away', () => {
  test('passes over the responses and closes the rooms; after publication no money goes back', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const { id } = await boris.call(respondCall, responseTo(order.id))
    const roomRequest = { project_id: order.id, user1_id: anna.id, user2_id: boris.id }
    const room = await anna.call('POST /chat/create_room', { body: roomRequest })
    await deleteOrder(anna, order.id)
    expect(await codeOf(anna.call(page, { params: { id: order.id } }))).toBe('removed')
    const [ownResponse] = await boris.call('GET /api/projects/my_responses')
    expect(ownResponse).toMatchObject({ id, status: 'not_chosen', item_status: 'deleted' })
    const message = { body: { room_id: room.id, content: 'Вы здесь?' } }
    expect(await codeOf(boris.call('POST /chat/send_msg', message))).not.toBe('accepted')
    expect(await paymentsOf(order.id)).toEqual([{ state: 'paid' }])
  })

  test('that was paid and never published owes the money back', async () => {
    for (const makeOrder of [paidOrder, rejectedOrder]) {
      const { anna, order } = await makeOrder(api)
      await deleteOrder(anna, order.id)
      expect(await paymentsOf(order.id)).toEqual([{ state: 'refund_pending' }])
      expect(await codeOf(deleteOrder(anna, order.id))).toBe('wrong_state')
    }
  })

  test('a draft goes without a trace of money', async () => {
    const { anna, order } = await draftOrder(api)
    await deleteOrder(anna, order.id)
    expect(await codeOf(deleteOrder(anna, order.id))).toBe('not_found')
    expect(await paymentsOf(order.id)).toEqual([])
  })
})

describe('the end of a placement', () => {
  const day = 24 * 60 * 60_000

  test('comes after the days that were paid, with reminders before, and a renewal needs no review', async () => {
    const ownApi = await openApi()
    const tenDays = {
      product: 'project',
      period_days: 10,
      amount: 100_000,
      valid_from: '2026-01-01',
    } as const
    await ownApi.ctx.db.insertInto('tariffs').values(tenDays).execute()
    const { anna, order } = await publishedOrder(ownApi, { placement_period: 10 })
    const params = { id: order.id }
    expect(await remindOfExpiry(ownApi.ctx)).toBe(0)
    ownApi.advanceClock(5.5 * day)
    expect([await remindOfExpiry(ownApi.ctx), await remindOfExpiry(ownApi.ctx)]).toEqual([1, 0])
    expect(await expireListings(ownApi.ctx, 10)).toBe(0)
    ownApi.advanceClock(4 * day)
    expect([await remindOfExpiry(ownApi.ctx), await remindOfExpiry(ownApi.ctx)]).toEqual([1, 0])
    ownApi.advanceClock(day)
    expect([await expireListings(ownApi.ctx, 10), await expireListings(ownApi.ctx, 10)]).toEqual([1, 0])
    const annaLater = await login(ownApi, anna.account)
    expect(await annaLater.call(page, { params })).toMatchObject({ status: 'expired', is_archive: true })
    await confirmPayment(ownApi, await invoiceFor(annaLater, order.id))
    const renewedListing = await annaLater.call(page, { params })
    expect(renewedListing).toMatchObject({ status: 'published', is_active: true })
    expect(Date.parse(renewedListing.expires_at ?? '') - ownApi.ctx.now().getTime()).toBeGreaterThan(9 * day)
    await expect(decideTask(ownApi, order.id)).rejects.toThrow()
  })
})

describe('lists', () => {
  test('by tags, without words, and by a cursor that never repeats', async () => {
    const ownApi = await openApi()
    const taggedOrder = await publishedOrder(ownApi, { title: 'Лендинг на тильде', tags: ['Tilda'] })
    const ids = [taggedOrder.order.id]
    for (const price of [100, null, 300, null])
      ids.push((await publishedOrder(ownApi, { price, title: 'Чат-бот для банка' })).order.id)
    const boris = await freelancer(ownApi)
    const list = (body: object) => boris.call('POST /api/projects', { body })
    const findIds = async (filters: object) => (await list({ filters })).items.map(({ id }) => id)
    expect(await findIds({ tags: 'tilda' })).toEqual([taggedOrder.order.id])
    expect(await findIds({ tags: ['неизвестный'] })).toEqual([])
    expect(await findIds({ exclude: 'боты, банк' })).toEqual([taggedOrder.order.id])
    for (const sort of ['newest', 'high_budget', 'low_budget', 'min_competition']) {
      const seenIds: number[] = []
      let cursor: string | null | undefined
      do {
        const pagination = { per_page: 2, ...(cursor && { cursor }) }
        const { items, pagination: next } = await list({ sort, pagination })
        seenIds.push(...items.map(({ id }) => id))
        cursor = next.next_cursor
      } while (cursor)
      expect([sort, seenIds.toSorted((a, b) => a - b)]).toEqual([sort, ids])
    }
    for (const cursor of ['x', Buffer.from('["newest","drop table",1]').toString('base64url')])
      expect(await codeOf(list({ pagination: { cursor } }))).toBe('invalid_input')
  })
})
