import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '#tests/api/files/uploads-corpus.ts'
import { send } from '#tests/api/files/uploads-sending.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { client, login } from '#tests/support/people/people.ts'
import {
  day,
  messagesAbout,
  orderOf,
  questions,
  sentRequest,
  serviceOwner,
  terms,
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
    const { id } = await anna.call(order, orderOf(service_id, { file_ids: [file.id] }))
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
})

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
})

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
