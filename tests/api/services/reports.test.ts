import { beforeEach, describe, expect, test } from 'vitest'
import { findCard } from '#services/moderation/card/queries.ts'
import { renderCard } from '#services/moderation/card/review-card.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, type Person } from '#tests/support/people/people.ts'
import { openConsequences } from '../reports/consequence-scenes.ts'

/** Reports on a request for a service, which its two sides alone can send, and what the staff does about them. */
const scenes = await openConsequences()
const { api, olga, fileReport, accept, readDeliveries } = scenes
beforeEach(scenes.openScenes)

/** Anna orders a service of Boris. */
async function createRequest() {
  const [anna, boris] = [await freelancer(api), await freelancer(api)]
  const { id: service_id } = await boris.call('POST /api/users/add_user_service', {
    body: { service_name: 'Разбор экрана', service_price: 12_000 },
  })
  const { id } = await anna.call('POST /api/services/:id/requests', {
    params: { id: service_id },
    body: {
      price: 12_000,
      days: null,
      file_ids: [],
      answers: [{ question: '', answer: 'Переведите задаток, потом поговорим.' }],
    },
  })
  return { anna, boris, id }
}

const offerOtherPrice = ({ boris, id }: Awaited<ReturnType<typeof createRequest>>) =>
  boris.call('POST /api/service_requests/:id/counter', {
    params: { id },
    body: { price: 18_000, reason: 'Экранов три, а не один' },
  })

const stateOf = ({ call }: Person, id: number) =>
  call('GET /api/service_requests/:id', { params: { id } }).then(({ state }) => state)

async function cardOf(task_id: number) {
  const card = await findCard(api.ctx, task_id)
  if (!card) throw new Error('no card')
  return { card, ...renderCard(api.ctx, card, 'ru') }
}

describe('a report on a request', () => {
  test('of the freelancer is about the client, and its card shows the words and both sides', async () => {
    const scene = await createRequest()
    const { params } = await fileReport('listing', scene.id, scene.boris)
    const { card, text, keyboard = [] } = await cardOf(params.id)
    expect(card.author_id).toBe(scene.anna.id)
    expect(text).toContain(`Жалоба на запрос услуги ${scene.id}`)
    expect(text).toContain('Разбор экрана</b>, ждёт ответа')
    expect(text).toContain('Переведите задаток, потом поговорим.')
    expect(text).toContain(
      `Заказчик: ${scene.anna.user.full_name}, исполнитель: ${scene.boris.user.full_name}.`,
    )
    expect(keyboard.flat().map((button) => button.text)).toContain('Закрыть запрос')
    const sides = { client: scene.anna.user.full_name, freelancer: scene.boris.user.full_name }
    expect(await olga.call('GET /api/admin/moderation/:id', { params })).toMatchObject({
      status: 'offered',
      report: { sides },
    })
  })

  test('of the client is about the freelancer, whose reason the card shows', async () => {
    const scene = await createRequest()
    await offerOtherPrice(scene)
    const { params } = await fileReport('listing', scene.id, scene.anna)
    const { card, text } = await cardOf(params.id)
    expect(card.author_id).toBe(scene.boris.id)
    expect(text).toContain('Экранов три, а не один')
  })

  test('of anybody else is not taken', async () => {
    const { id } = await createRequest()
    const vera = await freelancer(api)
    const body = { subject_type: 'listing', subject_id: id, reason: 'scam' } as const
    expect(await codeOf(vera.call('POST /api/reports', { body }))).toBe('not_found')
  })
})

describe('an accepted report', () => {
  test('closes the request that waits, and tells both sides', async () => {
    const { anna, boris, id } = await createRequest()
    const { params } = await fileReport('listing', id, boris)
    await accept(params, 'remove')
    expect(await stateOf(anna, id)).toBe('withdrawn')
    expect(await stateOf(boris, id)).toBe('withdrawn')
    expect(await readDeliveries(anna)).toEqual(['moderation_consequence'])
    expect(await readDeliveries(boris)).toEqual(['moderation_report_closed'])
    const told = await api.ctx.db
      .selectFrom('deliveries')
      .select('user_id')
      .where('kind', '=', 'service_withdrawn')
      .where('user_id', 'in', [anna.id, boris.id])
      .orderBy('user_id')
      .execute()
    expect(told.map(({ user_id }) => user_id)).toEqual([anna.id, boris.id])
    const act = boris.call('POST /api/service_requests/:id/accept', {
      params: { id },
      body: { price: 12_000 },
    })
    expect(await codeOf(act)).toBe('wrong_state')
  })

  test('warns the freelancer about whom the client complained', async () => {
    const scene = await createRequest()
    await offerOtherPrice(scene)
    const { params } = await fileReport('listing', scene.id, scene.anna)
    await accept(params, 'warn')
    const warned = await api.ctx.db
      .selectFrom('warnings')
      .select('user_id')
      .where('task_id', '=', params.id)
      .execute()
    expect(warned).toEqual([{ user_id: scene.boris.id }])
    expect(await stateOf(scene.anna, scene.id)).toBe('withdrawn')
  })

  test('leaves a deal that has begun to go on', async () => {
    const { anna, boris, id } = await createRequest()
    await boris.call('POST /api/service_requests/:id/accept', { params: { id }, body: { price: 12_000 } })
    const { params } = await fileReport('listing', id, boris)
    const { text, keyboard = [] } = await cardOf(params.id)
    expect(text).toContain('Разбор экрана</b>, в работе')
    expect(keyboard.flat().map((button) => button.text)).not.toContain('Закрыть запрос')
    await accept(params, 'warn')
    expect(await stateOf(anna, id)).toBe('accepted')
  })
})

test('a person’s page lists the private orders, and counts none of them as published or as a response', async () => {
  const { anna, boris, id } = await createRequest()
  await boris.call('POST /api/service_requests/:id/accept', { params: { id }, body: { price: 12_000 } })
  const query = { author_id: anna.id, page: 1, per_page: 20 } as never
  const { items } = await olga.call('GET /api/admin/listings', { query })
  expect(items).toMatchObject([{ id, status: 'in_progress', published_at: null, is_private: true }])
  const personOf = (person: Person) => olga.call('GET /api/admin/users/:id', { params: { id: person.id } })
  expect((await personOf(anna)).record).toMatchObject({ published: 0 })
  expect((await personOf(boris)).record).toMatchObject({ responses: 0, chosen: 1 })
  const sent = await olga.call('GET /api/admin/users/:id/responses', {
    params: { id: boris.id },
    query: { page: 1, per_page: 20 } as never,
  })
  expect(sent.items).toEqual([])
})
