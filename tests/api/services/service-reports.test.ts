import { beforeEach, describe, expect, test } from 'vitest'
import { findCard } from '#services/moderation/card/queries.ts'
import { renderCard } from '#services/moderation/card/review-card.ts'
import { searchServices } from '#services/users/services/search.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'
import { everyMessage } from '#workers/telegram/messages.ts'
import { openConsequences } from '../reports/consequence-scenes.ts'
import { messagesAbout } from './request-scenes.ts'
import { serviceOwner } from './service-scenes.ts'

/** Reports on a service, and what the staff does about them. */
const scenes = await openConsequences()
const { api, olga, vera, fileReport, accept, person, readDeliveries } = scenes
beforeEach(scenes.openScenes)

const name = 'Вёрстка лендинга'
const description = 'Пишите мне мимо сервиса'

/** Boris has a service, and Anna sees it. */
async function openService() {
  const fields = { service_description: description, service_questions: ['Ссылка на сайт'] }
  const { boris, service } = await serviceOwner(api, fields)
  const anna = await freelancer(api)
  return { anna, boris, id: service.id, params: { id: service.id } }
}

const open = ({ call }: Person, id: number) => call('GET /api/services/:id', { params: { id } })
const profileOf = ({ call }: Person, user_id: number) =>
  call('GET /api/users/full_user_info', { query: { user_id } })
const orderOf = (id: number) => ({
  params: { id },
  body: {
    price: 12_000,
    days: null,
    answers: [{ question: 'Ссылка на сайт', answer: 'https://example.org/menu' }],
  },
})

async function cardOf(task_id: number) {
  const card = await findCard(api.ctx, task_id)
  if (!card) throw new Error('no card')
  const { text, keyboard = [] } = renderCard(api.ctx, card, 'ru')
  return { card, text, labels: keyboard.flat().map((button) => button.text), rest: JSON.stringify(keyboard) }
}

type Told = 'moderation_consequence' | 'moderation_report_closed' | 'moderation_service_restored'

async function textOf(kind: Told, { id }: Person) {
  const { payload } = await api.ctx.db
    .selectFrom('deliveries')
    .select('payload')
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const reader = { chat_id: 1, user_id: id, language: 'ru' as const, is_private: true }
  const message = await everyMessage[kind].compose(api.ctx, payload as never, reader)
  return message?.text
}

describe('a report on a service', () => {
  test('is about the service: its card shows the words, the person and what can be done', async () => {
    const { anna, boris, id } = await openService()
    const { params } = await fileReport('service', id, anna)
    const { card, text, labels, rest } = await cardOf(params.id)
    expect(card.author_id).toBe(boris.id)
    expect(text).toContain('Жалоба на услугу')
    expect(text).toContain(`<blockquote>${name}\n\n${description}\n\nСсылка на сайт</blockquote>`)
    expect(text).toContain(boris.user.full_name)
    expect(labels).toEqual(
      expect.arrayContaining(['Снять с публикации', 'Снять и предупредить', 'Снять и закрыть доступ']),
    )
    expect(rest).toContain(`page_service___serviceId_${id}`)
    const { items } = await olga.call('GET /api/admin/reports', { query: {} as never })
    const reported = items.find((one) => one.subject_type === 'service' && one.subject_id === id)
    expect(reported).toMatchObject({
      author: { id: boris.id },
      task_id: params.id,
      listing: null,
      is_restorable: false,
    })
    expect(reported?.text).toContain(name)
    expect(await olga.call('GET /api/admin/moderation/:id', { params })).toMatchObject({
      report: { subject_type: 'service', subject_id: id },
      is_removable: true,
      author: { id: boris.id },
    })
  })

  test('shares one task with others about it, and none with those about its person or another service', async () => {
    const { anna, boris, id } = await openService()
    const other = await boris.call('POST /api/users/add_user_service', { body: { service_name: 'Логотип' } })
    const first = await fileReport('service', id, anna)
    expect((await fileReport('service', id)).params).toEqual(first.params)
    expect((await fileReport('service', other.id, anna)).params).not.toEqual(first.params)
    expect((await fileReport('user', boris.id, anna)).params).not.toEqual(first.params)
    const again = await fileReport('service', id, anna)
    expect(again.report_id).toBe(first.report_id)
  })

  test('is not taken about an own service, one behind a block, and one that is not there', async () => {
    const { anna, boris, id } = await openService()
    const report = (by: Person, subject_id: number) =>
      codeOf(by.call('POST /api/reports', { body: { subject_type: 'service', subject_id, reason: 'scam' } }))
    expect(await report(boris, id)).toBe('not_found')
    expect(await report(anna, id + 100_000)).toBe('not_found')
    await boris.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
    expect(await report(anna, id)).toBe('not_found')
    await boris.call('DELETE /api/blocks/:user_id', { params: { user_id: anna.id } })
    expect(await report(anna, id)).toBe('accepted')
  })

  test('stays about the person when the service is deleted meanwhile', async () => {
    const { anna, boris, id } = await openService()
    const { params } = await fileReport('service', id, anna)
    await boris.call('DELETE /api/users/delete_user_service/:id', {
      params: { id: boris.id },
      query: { service_id: id },
    })
    const { card, text, labels } = await cardOf(params.id)
    expect(card.author_id).toBe(boris.id)
    expect(text).toContain('Исполнитель уже удалил эту услугу.')
    expect(labels).toContain('Предупредить')
    expect(labels).not.toContain('Снять с публикации')
    await accept(params, 'warn')
    expect(await readDeliveries(boris)).toEqual(['moderation_consequence'])
    expect(await textOf('moderation_report_closed', anna)).toContain('меры приняты')
  })

  test('follows a person who leaves and comes back', async () => {
    const { anna, boris, id } = await openService()
    const { params } = await fileReport('service', id, anna)
    await boris.call('DELETE /api/users/delete/:id', { params: { id: boris.id } })
    // A launch from before the deletion opens no account.
    api.advanceClock(1000)
    const back = await login(api, boris.account)
    expect((await cardOf(params.id)).card.author_id).toBe(back.id)
    await accept(params, 'block')
    expect((await person(back)).status).toBe('blocked')
  })

  test('that is dismissed leaves the service as it is', async () => {
    const { anna, id } = await openService()
    const { params } = await fileReport('service', id, anna)
    await olga.call('POST /api/admin/moderation/:id/dismiss', { params })
    await scenes.apply(params.id)
    expect((await open(anna, id)).refusal).toBeNull()
    expect(await textOf('moderation_report_closed', anna)).toContain('Нарушения не нашли')
  })
})

describe('an accepted report takes the service down', () => {
  /** A service that is taken down because of a report, with a request for it that waited. */
  async function takenDown() {
    const scene = await openService()
    const { id: request_id } = await scene.anna.call('POST /api/services/:id/requests', orderOf(scene.id))
    const reporter = await freelancer(api)
    const { params: task } = await fileReport('service', scene.id, reporter)
    await accept(task, 'remove', 'contacts')
    return { ...scene, reporter, request_id, task }
  }

  test('from page, search, profile, cheapest price, list, cards and orders', async () => {
    const { anna, boris, id, params } = await takenDown()
    expect(await codeOf(open(anna, id))).toBe('not_found')
    expect((await profileOf(anna, boris.id)).services).toEqual([])
    const listed = await anna.call('GET /api/users/user_service_list/:id', { params: { id: boris.id } })
    expect(listed).toEqual([])
    const { items } = await anna.call('GET /api/services', { query: { query: name, per_page: 100 } })
    expect(items.map((service) => service.id)).not.toContain(id)
    for (const viewer_id of [anna.id, boris.id, 0]) {
      const wish = { query: name, sort: 'newest', is_exact: true, per_page: 100 } as const
      const found = await searchServices(api.ctx, wish, { viewer_id, language: 'ru' })
      expect(found.ids).not.toContain(id)
    }
    for (const { call } of [anna, boris])
      expect(await codeOf(call('POST /api/services/:id/prepare_share', { params }))).toBe('not_found')
    expect(await codeOf(anna.call('POST /api/services/:id/requests', orderOf(id)))).toBe('not_found')
    const again = { subject_type: 'service', subject_id: id, reason: 'scam' } as const
    expect(await codeOf(anna.call('POST /api/reports', { body: again }))).toBe('not_found')
    const { items: people } = await anna.call('POST /api/users/get_all_users', {
      body: { filters: { search: boris.user.full_name } } as never,
    })
    expect(people.find((one) => one.id === boris.id)?.price_from ?? null).toBeNull()
  })

  test('with words to its owner, to whoever complained and to both sides of a request for it', async () => {
    const { anna, boris, reporter, request_id } = await takenDown()
    const told = await textOf('moderation_consequence', boris)
    expect(told).toContain(`Услуга «${name}» снята`)
    expect(told).toContain('напишите в поддержку')
    expect(told).toContain('Причина:')
    expect(await textOf('moderation_report_closed', reporter)).toContain(
      `Услугу «${name}» больше никто не видит`,
    )
    const request = await anna.call('GET /api/service_requests/:id', { params: { id: request_id } })
    expect(request).toMatchObject({ state: 'withdrawn', acts: [] })
    expect(request.story.at(-1)?.step).toBe('removed')
    const ends = (await messagesAbout(api, request_id)).filter(({ kind }) => kind === 'service_withdrawn')
    expect(ends.map(({ user_id }) => user_id).toSorted()).toEqual([anna.id, boris.id].toSorted())
  })

  test('until the staff puts it back: its owner sees it with the reason, and an edit changes nothing', async () => {
    const { anna, boris, id, params, task } = await takenDown()
    const own = await open(boris, id)
    expect(own).toMatchObject({ is_owner: true, name })
    expect(own.takedown_reason).toBeTruthy()
    const [listed] = (await profileOf(boris, boris.id)).services
    expect(listed?.service_takedown_reason).toBe(own.takedown_reason)
    await boris.call('POST /api/users/edit_user_service', { body: { id, service_description: 'Чисто' } })
    await boris.call('PATCH /api/users/profile', { body: { services: [{ id, service_name: name }] } })
    await boris.call('PUT /api/services/:id/closed', { params, body: { until: null } })
    expect(await codeOf(open(anna, id))).toBe('not_found')
    const restore = (by: Person) => codeOf(by.call('POST /api/admin/services/:id/restore', { params }))
    expect(await restore(boris)).toBe('not_found')
    const { items } = await olga.call('GET /api/admin/reports', { query: { state: 'closed' } as never })
    expect(items.find((one) => one.task_id === task.id)).toMatchObject({ is_restorable: true })
    expect(await restore(vera)).toBe('accepted')
    expect(await restore(vera)).toBe('wrong_state')
    expect(await open(anna, id)).toMatchObject({ refusal: null, takedown_reason: null })
    const { items: history } = await olga.call('GET /api/admin/users/:id/history', {
      params: { id: boris.id },
      query: {} as never,
    })
    expect(history.map(({ action }) => action)).toContain('service.restore')
    expect(await readDeliveries(boris)).toEqual(['moderation_consequence', 'moderation_service_restored'])
    expect(await textOf('moderation_service_restored', boris)).toBe(`Услугу «${name}» снова видят все.`)
  })

  test('but not for a moderator whose own service it is', async () => {
    const { boris, params, task } = await takenDown()
    await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', boris.id).execute()
    expect(await codeOf(boris.call('POST /api/admin/services/:id/restore', { params }))).toBe('own_case')
    await api.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '=', boris.id).execute()
    expect((await cardOf(task.id)).card.is_removable).toBe(false)
  })

  test('and leaves a deal that has begun to go on', async () => {
    const { anna, boris, id } = await openService()
    const { id: request_id } = await anna.call('POST /api/services/:id/requests', orderOf(id))
    const params = { id: request_id }
    await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: 12_000 } })
    const { params: task } = await fileReport('service', id, anna)
    await accept(task, 'remove')
    expect(await anna.call('GET /api/service_requests/:id', { params })).toMatchObject({
      state: 'accepted',
      order_status: 'in_progress',
    })
  })
})

test('an order of a service that is taken down at this moment is refused or ends', async () => {
  const { anna, boris, id } = await openService()
  const { params } = await fileReport('service', id, await freelancer(api))
  const [ordered] = await Promise.all([
    codeOf(anna.call('POST /api/services/:id/requests', orderOf(id))),
    accept(params, 'remove'),
  ])
  expect(['accepted', 'not_found']).toContain(ordered)
  const list = { query: { side: 'freelancer' } } as const
  expect(await boris.call('GET /api/service_requests', list)).toMatchObject({ waiting: 0 })
})
