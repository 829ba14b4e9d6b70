import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { hashOf } from '#services/listings/content/approved-content.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { draftOrder, publishedOrder } from '#tests/support/orders/order-life.ts'
import { draftVacancy, newVacancy, publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer } from '#tests/support/people/people.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})

const response_text = 'Верстаю десять лет, вот работы.'

test('a vacancy keeps what its author wrote, under both spellings of its id', async () => {
  const anna = await client(api)
  const vacancy = newVacancy({
    requirements: 'Знать CSS',
    nice_to_have: '',
    work_format: 'hourly',
    schedule: 'part_time',
    experience: 'y1_3',
    location: 'Казань',
    hourly_rate: '1 500,50',
  })
  const body = { vacancy: { ...vacancy, author_id: 1, status: 'published' }, tags: ['css', 'CSS', 'html'] }
  const createdVacancy = await anna.call('POST /api/vacancy/create', { body })
  expect(createdVacancy).toMatchObject({
    kind: 'vacancy',
    vacancy_id: createdVacancy.id,
    vacancies_id: createdVacancy.id,
    author_id: anna.id,
    status: 'draft',
    requirements: 'Знать CSS',
    nice_to_have: null,
    conditions: null,
    work_format: 'hourly',
    schedule: 'part_time',
    hourly_rate: 1500.5,
    is_paid: false,
  })
  expect(createdVacancy.vacancy_tags.toSorted()).toEqual(['css', 'html'])
  expect(await anna.call('POST /api/vacancy/create', { body })).toMatchObject({ id: createdVacancy.id })
})

test('a vacancy is paid for the project, by the hour or by the month; an order never by the month', async () => {
  const { vacancy: silentVacancy, anna } = await draftVacancy(api, { work_format: undefined })
  expect(silentVacancy.work_format).toBe('monthly')
  for (const work_format of ['fixed', 'hourly', 'monthly'] as const) {
    const { vacancy } = await publishedVacancy(api, { work_format } as never)
    expect(vacancy.work_format).toBe(work_format)
    const found = await anna.call('POST /api/vacancy', { body: { filters: { work_format } as never } })
    expect(found.items.map(({ id }) => id)).toEqual([vacancy.id])
  }
  const monthlyOrder = draftOrder(api, { payment_format: 'monthly' as never }, anna)
  expect(await codeOf(monthlyOrder)).toBe('invalid_input')
})

test('an approval of monthly pay from before it had a name holds, and covers no price for the project', async () => {
  const contentOf = (payment_format: string) => ({ description: 'Ищем верстальщика', payment_format })
  const formerHash = createHash('sha256')
    .update(JSON.stringify(Object.entries(contentOf('fixed'))))
    .digest('hex')
    .slice(0, 32)
  expect(hashOf(contentOf('monthly'))).toBe(formerHash)
  expect(hashOf(contentOf('fixed'))).not.toBe(formerHash)
})

test('a vacancy without a category is taken, as old clients know none', async () => {
  const { vacancy } = await draftVacancy(api, { category_id: undefined })
  expect(vacancy).toMatchObject({ category_id: null, category: null })
})

test('the same views of both kinds; each kind only under its own paths', async () => {
  const { anna, vacancy } = await publishedVacancy(api)
  const { order } = await publishedOrder(api, {}, anna)
  const boris = await freelancer(api)
  const params = { id: vacancy.id }
  expect(await boris.call('GET /api/vacancy/:id/author', { params })).toMatchObject({
    id: anna.id,
    telegram_link: null,
  })
  expect(await boris.call('GET /api/vacancy/:id/tag', { params })).toEqual([])
  expect(await boris.call('GET /api/vacancy/:id/details', { params })).toMatchObject({ id: vacancy.id })
  expect(await boris.call('GET /api/projects/:id/details', { params: { id: order.id } })).toMatchObject({
    id: order.id,
  })
  const codes = await Promise.all([
    codeOf(boris.call('GET /api/projects/:id/details', { params })),
    codeOf(boris.call('GET /api/vacancy/:id/author', { params: { id: order.id } })),
    codeOf(boris.call('GET /api/projects/responses/:id', { params })),
    codeOf(anna.call('PATCH /api/vacancy/:id', { params: { id: order.id }, body: { title: 'Чужой вид' } })),
    codeOf(anna.call('DELETE /api/vacancy/:id', { params: { id: order.id } })),
  ])
  expect(codes).toEqual(Array(5).fill('not_found'))
})

test('a response comes wrapped or bare, and is never charged for', async () => {
  const { anna, vacancy } = await publishedVacancy(api)
  const [boris, vera] = [await freelancer(api), await freelancer(api)]
  const plainResponse = { vacancy_id: vacancy.id, author_id: anna.id, response_text, response_type: '20' }
  const first = await boris.call('POST /api/vacancy/add_resp', {
    body: { ...plainResponse, with_resume: 'true' },
  })
  expect(first).toMatchObject({
    vacancy_id: vacancy.id,
    project_id: null,
    response_type: 200,
    payment_url: null,
    place: 1,
    with_resume: false,
    hint: 'no_resume',
  })
  const response = { vacancy_id: vacancy.id, response_text, response_type: 200 }
  const second = await vera.call('POST /api/vacancy/add_resp', { body: { response } })
  expect(second).toMatchObject({ place: 2, hint: null })
  const params = { id: vacancy.id }
  const lists = [
    await anna.call('GET /api/vacancy/:id/responses', { params }),
    await anna.call('GET /api/vacancy/responses/:id', { params }),
  ]
  for (const list of lists) expect(list.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await vera.call('GET /api/vacancy/responses/:id', { params })).toHaveLength(1)
})

test('a bare response to an order is as good as a wrapped one; one without text or place is refused', async () => {
  const { order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const sendPlain = (body: object) => boris.call('POST /api/projects/add_resp', { body })
  expect(await codeOf(sendPlain({ project_id: order.id }))).toBe('invalid_input')
  expect(await codeOf(sendPlain({ response_text }))).toBe('invalid_input')
  expect(await sendPlain({ project_id: order.id, response_text, price: '2 500' })).toMatchObject({
    price: 2500,
  })
})

test('own responses stand apart by kind', async () => {
  const { vacancy } = await publishedVacancy(api)
  const { order } = await publishedOrder(api)
  const boris = await freelancer(api)
  await boris.call('POST /api/vacancy/add_resp', { body: { vacancy_id: vacancy.id, response_text } })
  await boris.call('POST /api/projects/add_resp', { body: { project_id: order.id, response_text } })
  const ownResponses = await boris.call('GET /api/vacancy/responses/my')
  expect(ownResponses).toMatchObject([
    { vacancy: { id: vacancy.id }, project: null, item_status: 'published' },
  ])
  expect(await boris.call('GET /api/projects/my_responses')).toMatchObject([{ project: { id: order.id } }])
})

test('showing marks responses as read for the author only', async () => {
  const { anna, vacancy } = await publishedVacancy(api)
  const boris = await freelancer(api)
  const body = { vacancy_id: vacancy.id, response_text }
  const { id } = await boris.call('POST /api/vacancy/add_resp', { body })
  const showRequest = { body: { vacancy_id: vacancy.id, user_id: boris.id } }
  await boris.call('POST /api/vacancy/edit_vacancy_show', showRequest)
  expect(await boris.call('GET /api/responses/:id', { params: { id } })).toMatchObject({ status: 'no_show' })
  await anna.call('POST /api/vacancy/edit_vacancy_show', showRequest)
  expect(await boris.call('GET /api/responses/:id', { params: { id } })).toMatchObject({ status: 'shown' })
})

test('a draft goes away with the author’s id as a hint, never with somebody else’s', async () => {
  const { anna, vacancy } = await draftVacancy(api)
  const params = { id: vacancy.id }
  const boris = await freelancer(api)
  expect(await codeOf(boris.call('DELETE /api/vacancy/:id', { params }))).toBe('not_found')
  const wrongChoice = { params, query: { author_id: boris.id } }
  expect(await codeOf(anna.call('DELETE /api/vacancy/:id', wrongChoice))).toBe('not_owner')
  expect(await anna.call('DELETE /api/vacancy/:id', { params, query: { author_id: anna.id } })).toEqual({
    ok: true,
  })
  expect(await codeOf(anna.call('GET /api/vacancy/:id/full_info', { params }))).toBe('removed')
})
