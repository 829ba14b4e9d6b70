import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, moderator, type Person } from '#tests/support/people/people.ts'
import { addService, serviceOwner, showPictures } from './service-scenes.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'otklik-services-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const api = await openApi({ FILES_DIR: folder })
const anna = await client(api)

const open = (viewer: Person, id: number) => viewer.call('GET /api/services/:id', { params: { id } })
const edit = (person: Person, id: number, fields: object) =>
  person.call('POST /api/users/edit_user_service', { body: { id, ...fields } })
const close = (person: Person, id: number, until: string | null) =>
  person.call('PUT /api/services/:id/closed', { params: { id }, body: { until } })
const hoursAhead = (hours: number) => new Date(api.ctx.now().getTime() + hours * 3_600_000).toISOString()

test('the page of a service shows its terms, its pictures in their order and its freelancer', async () => {
  const { boris, service } = await serviceOwner(api, {
    service_description: 'Пройду путь заказа\nНовый макет',
    service_days: 5,
    service_questions: ['Ссылка на сайт', 'Кто им пользуется'],
    service_category_id: categories.other,
  })
  const [first = 0, second = 0, third = 0] = await showPictures(api, boris, 3)
  await edit(boris, service.id, { service_work_ids: [third, first] })
  await anna.call('POST /favorites/add_user', { body: { user_id: boris.id } })
  const page = await open(anna, service.id)
  expect(page).toMatchObject({
    id: service.id,
    name: 'Вёрстка лендинга',
    description: 'Пройду путь заказа\nНовый макет',
    price: 12_000,
    currency: { code: 'RUB' },
    unit: { name: 'за проект' },
    days: 5,
    questions: ['Ссылка на сайт', 'Кто им пользуется'],
    category: { id: categories.other },
    is_closed: false,
    closed_until: null,
    ordered_count: 0,
    is_owner: false,
    my_request_id: null,
    refusal: 'verification_required',
    record: { completed: 0, figures: null },
    reply_minutes: null,
    freelancer: { id: boris.id, is_favorite: true, is_verified: true },
  })
  expect(page.pictures.map(({ file_id, title }) => [file_id, title])).toEqual([
    [third, 'Работа 3'],
    [first, 'Работа 1'],
  ])
  expect(JSON.stringify(page)).not.toContain(boris.account.username)
  expect(await open(boris, service.id)).toMatchObject({ is_owner: true, refusal: 'own_service' })
  const [own] = (await boris.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })).services
  expect(own).toMatchObject({ service_work_ids: [third, first], service_category_id: categories.other })

  // A work that leaves the portfolio leaves the service.
  const works = [first, second].map((file_id) => ({ file_id, title: 'Работа' }))
  await boris.call('PATCH /api/users/profile', { body: { works } })
  expect((await open(anna, service.id)).pictures.map(({ file_id }) => file_id)).toEqual([first])
})

test('a service without a category has that of its freelancer; clients that know no new fields change none', async () => {
  const { boris, service } = await serviceOwner(api, { service_days: 3, service_questions: ['Ссылка'] })
  expect((await open(anna, service.id)).category?.id).toBe(categories.own)
  const [pictureId = 0] = await showPictures(api, boris, 1)
  await edit(boris, service.id, { service_work_ids: [pictureId] })
  await edit(boris, service.id, { service_name: 'Вёрстка', service_price: 9000 })
  const oldFields = { id: service.id, service_name: 'Вёрстка страницы' }
  const { services } = await boris.call('PATCH /api/users/profile', { body: { services: [oldFields] } })
  expect(services).toMatchObject([
    {
      service_name: 'Вёрстка страницы',
      service_price: 9000,
      service_days: 3,
      service_questions: ['Ссылка'],
      service_work_ids: [pictureId],
    },
  ])
  const emptied = {
    service_days: null,
    service_category_id: null,
    service_questions: [],
    service_work_ids: [],
  }
  expect(await edit(boris, service.id, emptied)).toMatchObject(emptied)
})

test('new works and the services that show them are saved in one go', async () => {
  const { boris, service } = await serviceOwner(api)
  const [kept = 0] = await showPictures(api, boris, 1)
  const services = [{ id: service.id, service_name: 'Вёрстка', service_work_ids: [kept] }]
  const works = [{ file_id: kept, title: 'Пекарня' }]
  const profile = await boris.call('PATCH /api/users/profile', { body: { services, works } })
  expect(profile.services).toMatchObject([{ service_work_ids: [kept] }])
  const withoutWorks = boris.call('PATCH /api/users/profile', { body: { services, works: [] } })
  expect(await codeOf(withoutWorks)).toBe('invalid_input')
  expect((await open(anna, service.id)).pictures).toHaveLength(1)
})

test.each([
  ['a contact in a question', { service_questions: ['Напишите мне @boris_dev'] }],
  ['a contact in the name', { service_name: 'Пишите на boris@example.com' }],
  ['six questions', { service_questions: ['1', '2', '3', '4', '5', '6'] }],
  ['a long question', { service_questions: ['а'.repeat(121)] }],
  ['an empty question', { service_questions: [' '] }],
  ['no day', { service_days: 0 }],
  ['more days than a year', { service_days: 366 }],
  ['a group instead of a category', { service_category_id: categories.group }],
  ['an unknown category', { service_category_id: 999_999 }],
  ['an unknown picture', { service_work_ids: [999_999] }],
])('%s is refused, when a service is added, edited and saved with the profile', async (_what, fields) => {
  const { boris, service } = await serviceOwner(api)
  const saved = { id: service.id, service_name: 'Вёрстка', ...fields }
  expect(await codeOf(addService(boris, fields))).toBe('invalid_input')
  expect(await codeOf(edit(boris, service.id, fields))).toBe('invalid_input')
  expect(await codeOf(boris.call('PATCH /api/users/profile', { body: { services: [saved] } }))).toBe(
    'invalid_input',
  )
  expect(await boris.call('GET /api/users/user_service_list/:id', { params: { id: boris.id } })).toEqual([
    service,
  ])
})

test('as much as is allowed is accepted: five questions, four pictures, a year', async () => {
  const { boris, service } = await serviceOwner(api)
  const pictureIds = await showPictures(api, boris, 5)
  const questions = [1, 2, 3, 4].map(String).concat('а'.repeat(120))
  const fields = { service_questions: questions, service_work_ids: pictureIds.slice(0, 4), service_days: 365 }
  expect(await edit(boris, service.id, fields)).toMatchObject(fields)
  expect(await codeOf(edit(boris, service.id, { service_work_ids: pictureIds }))).toBe('invalid_input')
  const [twice = 0] = pictureIds
  expect(await codeOf(edit(boris, service.id, { service_work_ids: [twice, twice] }))).toBe('invalid_input')
  const vera = await freelancer(api)
  const [foreign = 0] = await showPictures(api, vera, 1)
  expect(await codeOf(edit(boris, service.id, { service_work_ids: [foreign] }))).toBe('invalid_input')
  expect(await codeOf(edit(vera, service.id, { service_work_ids: [foreign] }))).toBe('not_found')
})

test('a freelancer closes a service for a while; then it is open by itself', async () => {
  const { boris, service } = await serviceOwner(api)
  const until = hoursAhead(24)
  const closed = await close(boris, service.id, until)
  expect([closed.is_closed, Date.parse(closed.closed_until ?? '')]).toEqual([true, Date.parse(until)])
  expect(await open(anna, service.id)).toMatchObject({ is_closed: true, closed_until: closed.closed_until })
  expect(await close(boris, service.id, null)).toMatchObject({ is_closed: false, closed_until: null })
  expect(await codeOf(close(boris, service.id, hoursAhead(-1)))).toBe('invalid_input')
  expect(await codeOf(close(boris, service.id, hoursAhead(90 * 24 + 1)))).toBe('invalid_input')
  expect(await codeOf(close(anna, service.id, until))).toBe('not_found')
  await close(boris, service.id, until)
  await api.ctx.db
    .updateTable('user_services')
    .set({ closed_until: hoursAhead(-1) })
    .where('id', '=', service.id)
    .execute()
  expect(await open(anna, service.id)).toMatchObject({ is_closed: false, closed_until: null })
})

test('a service is seen with its freelancer, and is gone with them', async () => {
  const { boris, service } = await serviceOwner(api)
  const params = (id: number) => ({ params: { user_id: id } })
  await boris.call('POST /api/blocks/:user_id', params(anna.id))
  expect(await codeOf(open(anna, service.id))).toBe('not_found')
  await boris.call('DELETE /api/blocks/:user_id', params(anna.id))
  expect(await codeOf(open(anna, service.id))).toBe('accepted')
  const admin = await moderator(api)
  const setStatus = (reason?: string) =>
    admin.call('POST /api/users/change_system_status', {
      query: { user_id: boris.id, ...(reason && { reason }) },
    })
  await setStatus('Обман')
  expect(await codeOf(open(anna, service.id))).toBe('not_found')
  await setStatus()
  expect(await codeOf(open(anna, service.id))).toBe('accepted')
})

test('the export holds what a service says, and a deleted account takes its services along', async () => {
  const fields = { service_days: 3, service_questions: ['Ссылка'], service_category_id: categories.other }
  const { boris, service } = await serviceOwner(api, fields)
  const [picture = 0] = await showPictures(api, boris, 1)
  await edit(boris, service.id, { service_work_ids: [picture] })
  const { tables } = await boris.call('GET /api/users/export')
  expect(tables.user_services).toMatchObject([
    {
      name: 'Вёрстка лендинга',
      days: 3,
      questions: ['Ссылка'],
      category_id: categories.other,
      closed_until: null,
    },
  ])
  expect(tables.service_works).toMatchObject([{ service_id: service.id, work_id: picture, position: 0 }])
  await boris.call('DELETE /api/users/delete/:id', { params: { id: boris.id }, query: {} as never })
  expect(await codeOf(open(anna, service.id))).toBe('not_found')
})
