import { beforeAll, describe, expect, test } from 'vitest'
import { orderService } from '#services/requests/orders.ts'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client } from '#tests/support/people/people.ts'
import {
  day,
  messagesAbout,
  orderOf,
  questions,
  sentRequest,
  serviceOwner,
  verifiedClient,
} from './request-scenes.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const order = 'POST /api/services/:id/requests'
const one = 'GET /api/service_requests/:id'

describe('a service is ordered', () => {
  test('as a private order with its terms, without publication, review or money', async () => {
    const { anna, boris, id, params, service_id } = await sentRequest(api)
    const request = await boris.call(one, { params })
    expect(request).toMatchObject({
      id,
      service_id,
      service_name: 'Разбор экрана',
      state: 'offered',
      order_status: 'offered',
      side: 'freelancer',
      waits_for: 'freelancer',
      price: 12_000,
      days: 5,
      list_price: 12_000,
      is_seen: false,
      acts: ['accept', 'counter', 'decline'],
      answers: [{ question: questions[0] }, { question: questions[1] }],
      story: [{ step: 'sent', by: 'client', price: 12_000, days: 5 }],
      room_id: null,
    })
    expect(Date.parse(request.ends_at) - Date.parse(request.offered_at)).toBe(7 * day)
    const page = await anna.call('GET /api/projects/:id/full_info', { params })
    expect(page).toMatchObject({
      status: 'offered',
      audience: 'private',
      request_state: 'offered',
      title: 'Разбор экрана',
      price: 12_000,
      is_paid: true,
      is_published: false,
      is_archive: false,
      published_at: null,
      executor_id: null,
    })
    expect(page.subtitle).toBe(
      'Ссылка на сайт\nhttps://example.org/menu\n\nКто им пользуется\nГости кофеен заказывают кофе с собой.',
    )
    const payment = await api.ctx.db
      .selectFrom('payments')
      .select(['source', 'amount', 'state', 'kind'])
      .where('listing_id', '=', id)
      .execute()
    expect(payment).toEqual([{ source: 'service', amount: 0, state: 'paid', kind: 'project' }])
    const tasks = await api.ctx.db
      .selectFrom('moderation_tasks')
      .select('id')
      .where('listing_id', '=', id)
      .execute()
    expect(tasks).toEqual([])
    expect(await messagesAbout(api, id)).toEqual([{ kind: 'service_request', user_id: boris.id }])
  })

  test('with files that the two sides see', async () => {
    const { boris, service_id } = await serviceOwner(api)
    const anna = await verifiedClient(api)
    const { file } = await send(api, anna, { name: 'Воронка.pdf', bytes: pdf })
    const seen = { currency_id: 1, unit_id: 1, file_ids: [file.id] }
    const { id } = await anna.call(order, orderOf(service_id, seen))
    const { files } = await boris.call(one, { params: { id } })
    expect(files.map(({ name }) => name)).toEqual(['Воронка.pdf'])
  })

  test('and without questions by one text about the task', async () => {
    const { boris, service_id } = await serviceOwner(api)
    await api.ctx.db
      .updateTable('user_services')
      .set({ questions: [], price: null, days: null })
      .where('id', '=', service_id)
      .execute()
    const anna = await verifiedClient(api)
    const wanted = { price: null, days: null }
    const short = { ...wanted, answers: [{ question: '', answer: 'Надо' }] }
    expect(await codeOf(anna.call(order, orderOf(service_id, short)))).toBe('invalid_input')
    const told = { ...wanted, answers: [{ question: '', answer: 'Разобрать экран оплаты' }] }
    const { id } = await anna.call(order, orderOf(service_id, told))
    expect(await boris.call(one, { params: { id } })).toMatchObject({ price: null, days: null })
    const accepted = await boris.call('POST /api/service_requests/:id/accept', {
      params: { id },
      body: { price: null },
    })
    expect(accepted.state).toBe('accepted')
  })

  test('once: the second request is refused, and the same key sends none', async () => {
    const { boris, service_id } = await serviceOwner(api)
    const anna = await verifiedClient(api)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await anna.call(order, orderOf(service_id), headers)
    expect(await anna.call(order, orderOf(service_id), headers)).toEqual(first)
    expect(await codeOf(anna.call(order, orderOf(service_id)))).toBe('already_requested')
    await boris.call('POST /api/service_requests/:id/decline', { params: { id: first.id }, body: {} })
    const second = await anna.call(order, orderOf(service_id))
    expect(second.id).not.toBe(first.id)
  })

  test('at once by two taps: one request is made', async () => {
    const { service_id } = await serviceOwner(api)
    const anna = await verifiedClient(api)
    const codes = await Promise.all([0, 1, 2].map(() => codeOf(anna.call(order, orderOf(service_id)))))
    expect(codes.toSorted()).toEqual(['accepted', 'already_requested', 'already_requested'])
  })
})

describe('an order is refused', () => {
  test('without a confirmed phone, of an own service, and of one that is not there', async () => {
    const { boris, service_id } = await serviceOwner(api)
    const anna = await client(api)
    expect(await codeOf(anna.call(order, orderOf(service_id)))).toBe('verification_required')
    expect(await codeOf(boris.call(order, orderOf(service_id)))).toBe('own_service')
    expect(await codeOf(boris.call(order, orderOf(service_id + 100_000)))).toBe('not_found')
  })

  test('while the service is closed, and no longer', async () => {
    const { service_id } = await serviceOwner(api)
    const anna = await verifiedClient(api)
    const close = (ms: number) =>
      api.ctx.db
        .updateTable('user_services')
        .set({ closed_until: new Date(api.ctx.now().getTime() + ms).toISOString() })
        .where('id', '=', service_id)
        .execute()
    await close(60_000)
    expect(await codeOf(anna.call(order, orderOf(service_id)))).toBe('service_closed')
    await close(-1000)
    expect(await codeOf(anna.call(order, orderOf(service_id)))).toBe('accepted')
  })

  test('between people who block each other, and by a deleted service', async () => {
    const { boris, service_id } = await serviceOwner(api)
    const [anna, vera] = [await verifiedClient(api), await verifiedClient(api)]
    await boris.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    await vera.call('POST /api/blocks/:user_id', { params: { user_id: boris.id } })
    expect(await codeOf(anna.call(order, orderOf(service_id)))).toBe('not_found')
    expect(await codeOf(vera.call(order, orderOf(service_id)))).toBe('blocked_pair')
    await boris.call('DELETE /api/users/delete_user_service/:id', {
      params: { id: boris.id },
      query: { service_id },
    })
    expect(await codeOf((await verifiedClient(api)).call(order, orderOf(service_id)))).toBe('not_found')
  })

  test.each([
    ['another price', { price: 11_999 }],
    ['another term', { days: 6 }],
    ['another currency', { currency_id: 2 }],
    ['another unit', { unit_id: 2 }],
    ['no unit', { unit_id: null }],
    ['other questions', { answers: [{ question: 'Что делать', answer: 'Разобрать экран' }] }],
  ])('on %s than the service has now', async (_, changes) => {
    const { service_id } = await serviceOwner(api)
    const anna = await verifiedClient(api)
    expect(await codeOf(anna.call(order, orderOf(service_id, changes)))).toBe('terms_changed')
  })

  test.each(['Пишите на anna@example.org', 'Переведите предоплату на карту 2200 7001 2345 6781'])(
    'with a contact or a scam in an answer: %s',
    async (answer) => {
      const { service_id } = await serviceOwner(api)
      const anna = await verifiedClient(api)
      const answers = questions.map((question) => ({ question, answer }))
      expect(await codeOf(anna.call(order, orderOf(service_id, { answers })))).toBe('words_not_allowed')
    },
  )

  test('at ten that wait and at twenty of a day', async () => {
    const anna = await verifiedClient(api)
    const owners = await Promise.all(Array.from({ length: 12 }, () => serviceOwner(api)))
    const ids: number[] = []
    for (const { service_id } of owners.slice(0, 10))
      ids.push((await anna.call(order, orderOf(service_id))).id)
    const next = owners[10]?.service_id ?? 0
    expect(await codeOf(anna.call(order, orderOf(next)))).toBe('requests_full')
    for (const id of ids) await anna.call('POST /api/service_requests/:id/withdraw', { params: { id } })
    for (const { service_id } of owners.slice(0, 10)) await anna.call(order, orderOf(service_id))
    for (const { id } of (await anna.call('GET /api/service_requests', { query: { side: 'client' } })).items)
      await codeOf(anna.call('POST /api/service_requests/:id/withdraw', { params: { id } }))
    expect(await codeOf(anna.call(order, orderOf(next)))).toBe('too_many_service_requests')
    const created_at = new Date(api.ctx.now().getTime() - day - 1000).toISOString()
    await api.ctx.db.updateTable('listings').set({ created_at }).where('author_id', '=', anna.id).execute()
    expect(await codeOf(anna.call(order, orderOf(next)))).toBe('accepted')
  })

  test.each(['blocked', 'deleted'] as const)(
    'of a client or a freelancer whose account is %s',
    async (status) => {
      for (const leaver of ['anna', 'boris'] as const) {
        const { boris, service_id } = await serviceOwner(api)
        const anna = await verifiedClient(api)
        const { id } = { anna, boris }[leaver]
        const telegram_id = status === 'deleted' ? null : undefined
        await api.ctx.db
          .updateTable('users')
          .set({ status, ...(telegram_id === null && { telegram_id }) })
          .where('id', '=', id)
          .execute()
        const { body } = orderOf(service_id)
        const request = { ...body, price: body.price * 100, file_ids: [] }
        const ordering = orderService({ ...api.ctx, viewer: { id: anna.id } }, service_id, request)
        await expect(ordering, leaver).rejects.toMatchObject({ code: 'not_found' })
      }
    },
  )
})

describe('the price of a service goes into its order', () => {
  /** Changes the service of the scene, and orders it on these terms. */
  async function orderAt(columns: object, changes: object = {}) {
    const { boris, service_id } = await serviceOwner(api)
    await api.ctx.db.updateTable('user_services').set(columns).where('id', '=', service_id).execute()
    const anna = await verifiedClient(api)
    const { id } = await anna.call(order, orderOf(service_id, changes))
    const page = () => anna.call('GET /api/projects/:id/full_info', { params: { id } })
    return { anna, boris, id, params: { id }, page }
  }

  test('by the hour in another currency as both ends of a rate, also after another price', async () => {
    const changes = { price: 50, currency_id: 2, unit_id: 2 }
    const { anna, boris, params, page } = await orderAt(
      { price: 5000, currency_id: 2, price_term_id: 2 },
      changes,
    )
    const rate = (amount: number) => ({ price: null, min_stake: amount, max_stake: amount, price_unit: null })
    expect(await page()).toMatchObject({ ...rate(50), payment_format: 'hourly', currency: { code: 'TON' } })
    await boris.call('POST /api/service_requests/:id/counter', { params, body: { price: 60 } })
    expect(await page()).toMatchObject({ ...rate(60), request_state: 'countered' })
    await anna.call('POST /api/service_requests/:id/accept', { params, body: { price: 60 } })
    expect(await page()).toMatchObject({ ...rate(60), payment_format: 'hourly', deal: { price: 60 } })
  })

  test('by the page with the unit, which both sides read', async () => {
    const { boris, params, page } = await orderAt({ price_term_id: 7 }, { unit_id: 7 })
    expect(await page()).toMatchObject({ price: 12_000, payment_format: 'fixed', price_unit: 'за страницу' })
    expect((await boris.call(one, { params })).unit?.name).toBe('за страницу')
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    // A price by the page says nothing of what was agreed on as a whole.
    const { deals, agreed } = await boris.call('GET /api/users/own_numbers')
    expect({ deals, unpriced: agreed.unpriced, total: agreed.total }).toEqual({
      deals: 1,
      unpriced: 1,
      total: 0,
    })
  })

  test('for the whole work as the sum of the deal, which is no response that was sent', async () => {
    const { boris, params } = await orderAt({ price_term_id: 1 })
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    const { deals, agreed, responses } = await boris.call('GET /api/users/own_numbers')
    expect({ deals, unpriced: agreed.unpriced, total: agreed.total }).toEqual({
      deals: 1,
      unpriced: 0,
      total: 12_000,
    })
    expect(responses).toEqual({ sent: 0, seen: 0, answered: 0, chosen: 0 })
  })

  test('by agreement as none, until the freelancer names one', async () => {
    const { anna, boris, params, page } = await orderAt({ price: null }, { price: null })
    expect(await page()).toMatchObject({ price: null, min_stake: null, max_stake: null })
    expect(
      await codeOf(boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 0 } })),
    ).toBe('terms_changed')
    await boris.call('POST /api/service_requests/:id/counter', { params, body: { price: 15_000 } })
    expect(
      await codeOf(anna.call('POST /api/service_requests/:id/accept', { params, body: { price: null } })),
    ).toBe('terms_changed')
    await anna.call('POST /api/service_requests/:id/accept', { params, body: { price: 15_000 } })
    expect(await page()).toMatchObject({ price: 15_000, deal: { price: 15_000 } })
  })
})
