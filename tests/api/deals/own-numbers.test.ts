import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { orderOf, serviceOwner, terms, verifiedClient } from '#tests/api/services/request-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'
import { insertRecord, insertRespondents } from '#tests/support/people/respondents.ts'

const hour = 3_600_000
let api: Api
let nowMs = Date.parse('2026-11-15T10:00:00Z')
beforeAll(async () => {
  api = await openApi()
  api.ctx.now = () => new Date(nowMs)
})

const numbersOf = (person: Person) => person.call('GET /api/users/own_numbers')

test('each response counts as what became of it, and each deal with the sum that was agreed', async () => {
  const boris = await freelancer(api, { category_id: categories.own })
  const vera = await freelancer(api)
  const respond = async (changes: object = {}, answer: object = {}) => {
    const { anna, order } = await publishedOrder(api, changes)
    const { id: response_id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id, answer))
    const params = { id: order.id }
    return {
      anna,
      order,
      response: { params: { id: response_id } },
      see: () =>
        anna.call('POST /api/listings/:id/responses/seen', { params, body: { response_ids: [response_id] } }),
      choose: () => anna.call('POST /api/projects/assign_executor/:id', { params, query: { response_id } }),
      release: () => anna.call('POST /api/projects/unassign_executor/:id', { params }),
      close: () => anna.call('POST /api/projects/close/:id', { params }),
      complete: () => anna.call('POST /api/projects/complete/:id', { params }),
    }
  }
  await respond()
  const seen = await respond()
  await seen.see()
  await seen.close()
  const shortlisted = await respond()
  await shortlisted.anna.call('POST /api/responses/:id/shortlist', shortlisted.response)
  const refused = await respond()
  await refused.anna.call('POST /api/responses/:id/decline', {
    ...refused.response,
    body: { reason: 'price' },
  })
  const refusedSilently = await respond()
  await refusedSilently.anna.call('POST /api/responses/:id/decline', {
    ...refusedSilently.response,
    body: {},
  })
  const withdrawn = await respond()
  await withdrawn.see()
  await boris.call('POST /api/responses/:id/withdraw', withdrawn.response)
  const released = await respond()
  await released.choose()
  await released.release()

  const inRoubles = await respond({}, { price: 20_000 })
  await inRoubles.choose()
  await inRoubles.complete()
  expect((await numbersOf(boris)).agreed).toMatchObject({ total: 20_000, is_converted: false, unpriced: 0 })
  const inDollars = await respond({}, { price: 100, currency: 'USD' })
  await inDollars.choose()
  const byHour = await respond({ payment_format: 'hourly', price: null, min_stake: 500 }, { price: 700 })
  await byHour.choose()
  const atTheOrdersPrice = await respond({ price: 25_000 }, { price: null, currency: null })
  await atTheOrdersPrice.choose()
  // Neither responses of other people nor own orders belong to these numbers.
  await vera.call('POST /api/projects/add_resp', responseTo(seen.order.id)).catch(() => {})
  await draftOrder(api, {}, boris)

  const numbers = await numbersOf(boris)
  expect(numbers.responses).toEqual({ sent: 10, seen: 8, answered: 6, chosen: 4 })
  expect(numbers.chosen_percent).toEqual({ own: 40, usual: null })
  expect(numbers.reply_minutes).toEqual({ own: null, usual: null })
  expect(numbers.deals).toBe(4)
  // 20 000 ₽, 25 000 ₽ and 100 $ at 80.9.
  expect(numbers.agreed).toMatchObject({ total: 53_090, is_converted: true, unpriced: 1 })
  expect(numbers.agreed.currency.code).toBe('RUB')
  expect(numbers.agreed.months.map(({ sum }) => sum)).toEqual([0, 0, 0, 0, 0, 53_090])
})

test('an ordered service is a deal but no response, and a price of a page is no sum', async () => {
  const { boris, service_id } = await serviceOwner(api)
  const order = async (price_term_id: number, isAccepted = true) => {
    await api.ctx.db
      .updateTable('user_services')
      .set({ price_term_id })
      .where('id', '=', service_id)
      .execute()
    const anna = await verifiedClient(api)
    const { id } = await anna.call('POST /api/services/:id/requests', orderOf(service_id))
    const params = { id }
    if (isAccepted)
      await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: terms.price } })
    return { anna, params }
  }
  await order(1, false)
  expect(await numbersOf(boris)).toMatchObject({ deals: 0, responses: { sent: 0 } })
  const whole = await order(1)
  await order(7)
  await order(2)
  const released = await order(1)
  await released.anna.call('POST /api/projects/unassign_executor/:id', { params: released.params })
  await whole.anna.call('POST /api/projects/complete/:id', { params: whole.params })
  expect(await numbersOf(boris)).toMatchObject({
    deals: 3,
    agreed: { total: terms.price, unpriced: 2, is_converted: false },
    responses: { sent: 0, seen: 0, answered: 0, chosen: 0 },
    chosen_percent: { own: null },
  })
  // The client who ordered sees none of it among the own numbers.
  expect(await numbersOf(whole.anna)).toMatchObject({ deals: 0, agreed: { total: 0, unpriced: 0 } })
})

test('the medians are those of even and odd counts, of responses alone, in months that begin in Moscow', async () => {
  const category_id = categories.sibling
  const { id: author_id } = await login(api)
  const scene = { category_id, author_id, at: '2026-05-31T21:00:00Z' }
  const ids = await insertRespondents(
    api.owner,
    scene,
    Array.from({ length: 20 }, (_, at) => ({ sent: 5, chosen: at % 2 })),
  )
  const usual = async () => {
    // The medians are kept for some hours.
    nowMs += 6 * hour + 1
    const viewer = await freelancer(api, { category_id })
    return (await numbersOf(viewer)).chosen_percent.usual
  }
  // Ten people have 0 % and ten 20 %: of two in the middle the lower one counts.
  expect(await usual()).toEqual({ value: 0, people: 20 })
  await insertRespondents(api.owner, scene, [{ sent: 5, chosen: 1 }])
  expect(await usual()).toEqual({ value: 20, people: 21 })
  // A response before the six months makes nobody count.
  await insertRespondents(api.owner, { ...scene, at: '2026-05-31T20:59:59Z' }, [{ sent: 5, chosen: 0 }])
  expect(await usual()).toEqual({ value: 20, people: 21 })
  // One response of each became the agreement of an ordered service: four are too few.
  const orders = sql`select min(listing_id) from responses where user_id = any(${ids}) group by user_id`
  await sql`insert into service_requests (listing_id, client_id, freelancer_id, service_name, answers, offered_at, ends_at)
    select listing.id, ${author_id}, response.user_id, 'Разбор экрана', '[]', now(), now()
    from listings listing join responses response on response.listing_id = listing.id
    where listing.id in (${orders})`.execute(api.owner)
  await sql`update listings set audience = 'private', published_at = null
    where id in (select listing_id from service_requests where client_id = ${author_id})`.execute(api.owner)
  expect(await usual()).toBeNull()
})

test('a client without responses has zeros for six months', async () => {
  expect(await numbersOf(await client(api))).toMatchObject({
    deals: 0,
    agreed: {
      total: 0,
      is_converted: false,
      unpriced: 0,
      months: ['06', '07', '08', '09', '10', '11'].map((month) => ({ month: `2026-${month}`, sum: 0 })),
    },
    responses: { sent: 0, seen: 0, answered: 0, chosen: 0 },
    chosen_percent: { own: null, usual: null },
  })
})

/** Inserts a deal for 100, 200, 400… roubles at each of the times. */
async function insertDeals(person: Person, times: string[]): Promise<void> {
  const { id: author_id } = await login(api)
  for (const [at, chosen_at] of times.entries()) {
    const listing = { kind: 'order' as const, status: 'archived' as const, title: 'Заказ', author_id }
    const { id: listing_id } = await api.owner
      .insertInto('listings')
      .values({ ...listing, executor_id: person.id, content_hash: crypto.randomUUID(), chosen_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const price = 10_000 * 2 ** at
    const response = { listing_id, user_id: person.id, status: 'chosen' as const, response_text: 'Готов' }
    await api.owner
      .insertInto('responses')
      .values({ ...response, price, currency_id: 1, created_at: chosen_at })
      .execute()
  }
}

test('months begin at midnight in the person’s time zone, in Moscow without one, and sums are in the person’s currency', async () => {
  const person = await login(api)
  await insertDeals(person, [
    '2026-05-31T20:59:59Z',
    '2026-05-31T21:00:00Z',
    '2026-10-31T20:59:59Z',
    '2026-10-31T21:00:00Z',
  ])
  const sums = async () => (await numbersOf(person)).agreed.months.map(({ sum }) => sum)
  expect(await sums()).toEqual([200, 0, 0, 0, 400, 800])
  expect(await numbersOf(person)).toMatchObject({
    deals: 3,
    agreed: { total: 1400 },
    responses: { sent: 3, chosen: 3 },
    // Three responses are too few for a percentage.
    chosen_percent: { own: null },
  })
  const change = (changes: object) =>
    api.owner.updateTable('users').set(changes).where('id', '=', person.id).execute()
  await change({ time_zone: 'America/New_York' })
  expect(await sums()).toEqual([0, 0, 0, 0, 1200, 0])
  expect(await numbersOf(person)).toMatchObject({ deals: 2, responses: { sent: 2 } })
  await change({ time_zone: null, currency_id: 3 })
  const { agreed } = await numbersOf(person)
  // 1400 ₽ at 80.9.
  expect(agreed).toMatchObject({ total: 17.31, currency: { code: 'USD' }, is_converted: true })
})

test('medians need twenty people of the category with five responses or chats, and stay for six hours', async () => {
  const category_id = categories.other
  const { id: author_id } = await login(api)
  const at = '2026-06-01T00:00:00Z'
  const scene = { category_id, author_id, at }
  const slow = { sent: 10, chosen: 2, record: { talks: 5, reply_minutes: 60 } }
  const quick = { sent: 5, chosen: 0, record: { talks: 5, reply_minutes: 10 } }
  const times = <T>(count: number, one: T) => Array.from({ length: count }, () => one)
  await insertRespondents(api.owner, scene, [...times(9, quick), ...times(10, slow)])
  // These people do not count: too few or too old responses, too few chats, another category, no access.
  const tooFew = { sent: 4, chosen: 4, record: { talks: 4, reply_minutes: 1 } }
  await insertRespondents(api.owner, scene, [tooFew])
  await insertRespondents(api.owner, { ...scene, at: '2026-05-31T20:59:59Z' }, [{ sent: 9, chosen: 9 }])
  await insertRespondents(api.owner, { ...scene, category_id: categories.sibling }, times(20, slow))
  const [blocked = 0] = await insertRespondents(api.owner, scene, [slow])
  await api.owner.updateTable('users').set({ status: 'blocked' }).where('id', '=', blocked).execute()
  const [withdrawing = 0] = await insertRespondents(api.owner, scene, [{ sent: 4, chosen: 0 }])
  await sql`insert into responses (listing_id, user_id, status, response_text, created_at)
    select listing_id, ${withdrawing}, 'withdrawn', 'Готов', created_at from responses
    where user_id = ${blocked}`.execute(api.owner)

  let viewer = await freelancer(api, { category_id })
  await insertDeals(viewer, times(4, '2026-11-02T10:00:00Z'))
  await insertRecord(api.owner, viewer.id, { talks: 4, reply_minutes: 7 })
  const comparisons = async () => {
    const { chosen_percent, reply_minutes } = await numbersOf(viewer)
    return { chosen_percent, reply_minutes }
  }
  const nothing = { chosen_percent: { own: null, usual: null }, reply_minutes: { own: null, usual: null } }
  expect(await comparisons()).toEqual(nothing)
  await insertRespondents(api.owner, scene, [slow])
  expect(await comparisons()).toEqual(nothing)
  nowMs += 6 * hour
  // The session of before has expired meanwhile.
  viewer = await login(api, viewer.account)
  expect(await comparisons()).toEqual(nothing)
  nowMs += 1
  const usual = {
    chosen_percent: { value: 20, people: 20 },
    reply_minutes: { value: 60, people: 20 },
  }
  expect(await comparisons()).toEqual({
    chosen_percent: { own: null, usual: usual.chosen_percent },
    reply_minutes: { own: null, usual: usual.reply_minutes },
  })
  // With the fifth response and the fifth chat the own figures appear. The medians are still those of before.
  await insertDeals(viewer, ['2026-11-02T10:00:00Z'])
  const record = api.owner.updateTable('person_records').set({ talks: 5 })
  await record.where('user_id', '=', viewer.id).execute()
  expect(await comparisons()).toEqual({
    chosen_percent: { own: 100, usual: usual.chosen_percent },
    reply_minutes: { own: 7, usual: usual.reply_minutes },
  })
  const withoutCategory = await login(api)
  expect((await numbersOf(withoutCategory)).chosen_percent.usual).toBeNull()
})
