import { beforeAll, describe, expect, test } from 'vitest'
import { assignedOrder, finishedOrder } from '#tests/api/deals/running-work.ts'
import { sentRequest } from '#tests/api/services/request-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { decideTask, draftOrder, paidOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'

/**
 * Tests the home screen of a client, and the question at the first start: whether the person wants to hire or to work.
 */

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const readHome = (person: Person) => person.call('GET /api/users/client_home')
const readWaiting = async (person: Person) =>
  (await readHome(person)).waiting.map(({ kind, listing_id, count }) => [kind, listing_id, count])

describe('the home of a client', () => {
  test('of a newcomer has nothing but people', async () => {
    const boris = await freelancer(api)
    const { freelancers, ...otherParts } = await readHome(await client(api))
    expect(otherParts).toEqual({
      waiting: [],
      waiting_total: 0,
      listings: [],
      listings_total: 0,
      posted_kinds: [],
      freelancers_for: null,
    })
    expect(freelancers.map(({ id }) => id)).toContain(boris.id)
  })

  test('names each listing once: what waits in the order of its weight, the rest below', async () => {
    const anna = await client(api)
    const boris = await freelancer(api)
    const finishedWork = await finishedOrder(api, anna, boris)
    const rejectedDraft = await paidOrder(api, {}, anna)
    await decideTask(api, rejectedDraft.order.id, 'Добавьте, что именно нужно сделать')
    const { order: draft } = await draftOrder(api, {}, anna)
    const { order: openOrder } = await publishedOrder(api, {}, anna)
    const { order: expiringOrder } = await publishedOrder(api, {}, anna)
    const inTwoDays = new Date(api.ctx.now().getTime() + 2 * 86_400_000).toISOString()
    await placeRows(api.owner, 'listings', { id: expiringOrder.id }, { expires_at: inTwoDays })
    const { order: answered } = await publishedOrder(api, {}, anna)
    await boris.call('POST /api/projects/add_resp', responseTo(answered.id))
    const { order: running } = await assignedOrder(api, anna, boris)
    const handedInWork = await assignedOrder(api, anna, boris)
    await boris.call('POST /api/projects/hand_in/:id', {
      params: { id: handedInWork.order.id },
      body: { text: 'Готово.' },
    })

    const clientHome = await readHome(anna)
    expect(clientHome.waiting.map(({ kind, listing_id, count }) => [kind, listing_id, count])).toEqual([
      ['handed_in', handedInWork.order.id, 0],
      ['responses', answered.id, 1],
      ['payment', draft.id, 0],
      ['rejected', rejectedDraft.order.id, 0],
      ['expiring', expiringOrder.id, 0],
    ])
    const { category_id, placement_period } = draft
    expect(clientHome.waiting[2]).toMatchObject({ category_id, placement_period })
    // The sixth waiting item, a review, is counted but not listed.
    expect(clientHome).toMatchObject({ waiting_total: 6, listings_total: 8 })
    expect(clientHome.listings).toMatchObject([
      { id: running.id, status: 'in_progress', min_price: 20_000, executor_name: boris.user.full_name },
      { id: openOrder.id, status: 'published', min_price: 25_000, executor_name: null },
    ])

    // The response is now seen, the work accepted and the reviews written. Only the payment, the rejected listing and
    // the expiring listing still wait.
    const body = { project_id: answered.id, user_id: anna.id }
    await anna.call('POST /api/projects/edit_project_show', { body })
    for (const { params } of [handedInWork, finishedWork]) {
      if (params === handedInWork.params) await anna.call('POST /api/projects/complete/:id', { params })
      await anna.call('POST /api/reviews', { body: { listing_id: params.id, rating: 5 } })
    }
    expect((await readWaiting(anna)).map(([kind]) => kind)).toEqual(['payment', 'rejected', 'expiring'])
  })

  test('names the kind that was created last first, and what a price is for', async () => {
    const anna = await client(api)
    await publishedOrder(api, {}, anna)
    expect((await readHome(anna)).posted_kinds).toEqual(['order'])
    await publishedVacancy(api, { work_format: 'hourly' }, anna)
    const clientHome = await readHome(anna)
    expect(clientHome).toMatchObject({ posted_kinds: ['vacancy', 'order'], listings_total: 2 })
    expect(clientHome.listings).toMatchObject([
      { kind: 'vacancy', payment_format: 'hourly' },
      { kind: 'order' },
    ])
    await publishedOrder(api, {}, anna)
    expect((await readHome(anna)).posted_kinds).toEqual(['order', 'vacancy'])
  })

  test('offers people for the newest listing that looks for somebody, and nobody who works for the client', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const readOffer = async () => {
      const { freelancers_for, freelancers } = await readHome(anna)
      return { listing: freelancers_for?.id ?? null, hasBoris: freelancers.some(({ id }) => id === boris.id) }
    }
    expect(await readOffer()).toEqual({ listing: null, hasBoris: false })
    const { order: openOrder } = await publishedOrder(api, {}, anna)
    const { category_id } = openOrder
    await api.ctx.db.updateTable('users').set({ category_id }).where('id', '=', boris.id).execute()
    await draftOrder(api, {}, anna)
    expect(await readOffer()).toEqual({ listing: openOrder.id, hasBoris: false })
    await anna.call('POST /api/projects/complete/:id', { params: { id: order.id } })
    expect(await readOffer()).toEqual({ listing: openOrder.id, hasBoris: true })
  })

  test('an unread message about an own order is a question in its room', async () => {
    const { anna, boris, order } = await assignedOrder(api)
    const [room] = await boris.call('GET /chat/user_rooms/:id', { params: { id: boris.id } })
    const room_id = room?.room_id ?? 0
    const message = await boris.call('POST /chat/send_msg', { body: { room_id, content: 'Какой шрифт?' } })
    expect((await readHome(anna)).waiting).toMatchObject([
      { kind: 'question', listing_id: order.id, room_id, title: order.title },
    ])
    await anna.call('POST /chat/msg_read', { query: { msg_id: message.id } })
    expect(await readWaiting(anna)).toEqual([])
  })

  test('a request for a service is an own order, and another price waits for the client until it is answered', async () => {
    const { anna, boris, id, params } = await sentRequest(api)
    expect(await readHome(anna)).toMatchObject({
      waiting: [],
      listings: [{ id, status: 'offered', min_price: 12_000, executor_name: boris.user.full_name }],
      listings_total: 1,
    })
    const body = { price: 18_000 }
    const { ctx } = api
    const offeredAt = ctx.now().toISOString()
    await boris.call('POST /api/service_requests/:id/counter', { params, body })
    const { waiting, listings } = await readHome(anna)
    expect(waiting).toMatchObject([{ kind: 'countered', listing_id: id, title: 'Разбор экрана' }])
    expect(Date.parse(waiting[0]?.since ?? '')).toBeGreaterThanOrEqual(Date.parse(offeredAt))
    expect(listings).toEqual([])
    await anna.call('POST /api/service_requests/:id/accept', { params, body })
    expect(await readHome(anna)).toMatchObject({
      waiting: [],
      listings: [{ id, status: 'in_progress', min_price: 18_000, executor_name: boris.user.full_name }],
    })

    const declined = await sentRequest(api)
    await declined.boris.call('POST /api/service_requests/:id/decline', { params: declined.params, body: {} })
    expect(await readHome(declined.anna)).toMatchObject({ waiting: [], listings: [], listings_total: 1 })
  })

  test('says nothing of the listings of others, and counts no deleted one', async () => {
    const { anna, order } = await draftOrder(api, { category_id: categories.other })
    expect(await readHome(await client(api))).toMatchObject({ waiting: [], listings_total: 0 })
    await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
    expect(await readHome(anna)).toMatchObject({ waiting: [], listings: [], listings_total: 0 })
  })
})

describe('the question of the first start', () => {
  const answerStartQuestion = (person: Person, choice: 'work' | 'hire' | 'both' | 'skipped') =>
    person.call('POST /api/users/start_choice', { body: { choice } })

  test.each([
    ['work', false],
    ['hire', true],
    ['both', false],
    ['skipped', false],
  ] as const)('%s is kept on the server, and the two roles exclude each other', async (choice, is_client) => {
    const person = await login(api)
    const query = { user_id: person.id }
    const { user } = await person.call('GET /api/users/full_user_info', { query })
    expect([user, person.user]).toMatchObject([{ start_choice: null }, { start_choice: null }])
    const savedChoice = { start_choice: choice, is_client, is_contractor: !is_client }
    expect(await answerStartQuestion(person, choice)).toMatchObject(savedChoice)
    expect((await login(api, person.account)).user).toMatchObject(savedChoice)
  })

  test('a skip leaves the role as it is, and a role that was switched has answered', async () => {
    const anna = await client(api)
    expect(anna.user).toMatchObject({ is_client: true, start_choice: 'hire' })
    expect(await answerStartQuestion(anna, 'skipped')).toMatchObject({
      is_client: true,
      start_choice: 'skipped',
    })
    const query = { user_id: anna.id, is_contractor: true }
    expect(await anna.call('POST /api/users/edit_user_role', { query })).toMatchObject({
      is_client: false,
      start_choice: 'skipped',
    })
  })

  test('no other answer is taken', async () => {
    const person = await login(api)
    expect(await codeOf(answerStartQuestion(person, 'later' as 'work'))).toBe('invalid_input')
  })
})
