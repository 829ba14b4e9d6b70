import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRoom } from '#services/chat/rooms.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import {
  confirmPayment,
  decideTask,
  draftOrder,
  publishedOrder,
  rejectedOrder,
} from '#tests/support/orders/order-life.ts'
import { newOrder } from '#tests/support/orders/sample.ts'
import { draftVacancy, newVacancy, publishedVacancy } from '#tests/support/orders/vacancy-life.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

/** Existing clients write filters in several ways that the specification allows. These are written by hand. */

let api: Api
let reader: Person
beforeAll(async () => {
  api = await openApi()
  reader = await freelancer(api)
})

async function postJson(url: string, payload: InjectOptions['payload'], person = reader) {
  const headers = { authorization: `Bearer ${person.token}` }
  const answer = await api.server.inject({ method: 'POST', url, payload, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const ids = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id)

describe.each([
  ['order', '/api/projects'],
  ['vacancy', '/api/vacancy'],
] as const)('filters of the list of kind %s', (kind, url) => {
  const idsByName: Record<string, number> = {}
  beforeAll(async () => {
    const publishPair = async (name: string, order: object, vacancy: object) => {
      const { id } =
        kind === 'order'
          ? (await publishedOrder(api, order)).order
          : (await publishedVacancy(api, vacancy)).vacancy
      idsByName[name] = id
    }
    await publishPair(
      'hourly',
      { payment_format: 'hourly', format: 'project' },
      { work_format: 'hourly', schedule: 'project' },
    )
    await publishPair(
      'part_time',
      { payment_format: 'fixed', format: 'part_time' },
      { work_format: 'fixed', schedule: 'part_time' },
    )
    await publishPair(
      'y3_6',
      { payment_format: 'fixed', format: 'project', required_experience: 'y3_6' },
      { work_format: 'fixed', schedule: 'project', experience: 'y3_6' },
    )
  })
  const spellings = [
    ['hourly', ['payment_format', 'payment_formats', 'work_format', 'work_formats']],
    ['part_time', ['job_type', 'job_types', 'format', 'formats', 'schedule', 'schedules']],
  ] as const
  const cases = spellings.flatMap(([value, names]) => names.map((name) => [name, value] as const))

  test.each(cases)('%s, one or several, inside and beside `filters`', async (name, value) => {
    for (const sentValue of [value, [value]])
      for (const body of [
        { filters: { [name]: sentValue } },
        { [name]: sentValue },
        { [name]: sentValue, filters: null },
      ])
        expect(ids(await postJson(url, body))).toEqual([idsByName[value]])
    expect((await postJson(url, { filters: { [name]: 'no such value' } })).status).toBe(422)
    expect(ids(await postJson(url, { filters: { [name]: '' } }))).toHaveLength(3)
    expect(ids(await postJson(url, { filters: { [name]: 'not specified' } }))).toHaveLength(3)
  })

  test.each(['experience', 'experiences', 'required_experience', 'required_experiences'])(
    '%s',
    async (name) => {
      // A listing that requires no experience fits everybody. The filter `none` therefore still finds listings.
      expect(ids(await postJson(url, { filters: { [name]: ['none'] } }))).not.toContain(idsByName.y3_6)
      expect(ids(await postJson(url, { [name]: 'y3_6' }))).toContain(idsByName.y3_6)
    },
  )

  test('several names at once, and unknown ones', async () => {
    const filters = {
      work_format: 'hourly',
      payment_formats: ['fixed'],
      schedule: ['part_time'],
      colour: 'red',
    }
    expect(ids(await postJson(url, { filters, colours: ['red'] }))).toEqual([idsByName.part_time])
    expect((await postJson(url, { filters: { languages: ['ru', 'en'] } })).status).toBe(422)
    expect((await postJson(url, { filters: ['hourly'] })).status).toBe(422)
  })

  test('`sort` and `sorting`, inside and beside', async () => {
    const newestIds = ids(await postJson(url, {}))
    const cheapest = ids(await postJson(url, { sort: 'low_budget' }))
    for (const body of [
      { sorting: 'low_budget' },
      { filters: { sort: 'low_budget' } },
      { filters: { sorting: 'low_budget' } },
    ])
      expect(ids(await postJson(url, body))).toEqual(cheapest)
    expect(ids(await postJson(url, { sorting: '' }))).toEqual(newestIds)
    expect((await postJson(url, { filters: { sorting: 'cheapest' } })).status).toBe(422)
  })
})

test('a saved search and the list of people read the same names', async () => {
  const savedSearch = await postJson('/api/saved_searches', {
    kind: 'vacancy',
    name: 'Почасовая',
    filters: { work_formats: ['hourly'] },
  })
  expect(savedSearch.body.filters).toEqual({ payment_format: ['hourly'] })
  expect(
    (await postJson('/api/users/get_all_users', { filters: { skill: 'none such' } })).body.items,
  ).toEqual([])
  expect((await postJson('/api/users/get_all_users', { sorting: 'none such' })).status).toBe(422)
})

const emptyValues = ['', 'not specified', 'Not set', 'не указан', 'Не указано', ' ', null]
const orderFields = [
  'deadline',
  'language',
  'format',
  'payment_format',
  'required_experience',
  'region',
  'price',
  'min_stake',
  'max_stake',
]
const vacancyFields = [
  'work_format',
  'schedule',
  'experience',
  'location',
  'hourly_rate',
  'requirements',
  'conditions',
  'important_notes',
]

describe.each(emptyValues)('nothing said as %j', (emptyValue) => {
  const fillWith = (names: string[]) => Object.fromEntries(names.map((name) => [name, emptyValue]))
  const emptyFields = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]))

  test('in a new order, and beside it', async () => {
    const anna = await client(api)
    const sentOrder = {
      ...newOrder().project_add,
      ...fillWith(orderFields),
      placement_period: emptyValue,
      currency_id: emptyValue,
    }
    const { status, body } = await postJson(
      '/api/projects/create',
      { project_add: sentOrder, deadline: emptyValue },
      anna,
    )
    expect([status, body]).toEqual([200, expect.objectContaining(emptyFields(orderFields))])
  })

  test('in a new vacancy', async () => {
    const anna = await client(api)
    const sentVacancy = { ...newVacancy(), ...fillWith(vacancyFields), response_price: emptyValue }
    const { status, body } = await postJson('/api/vacancy/create', { vacancy: sentVacancy }, anna)
    expect([status, body]).toEqual([200, expect.objectContaining(emptyFields(vacancyFields))])
  })

  test('in edits', async () => {
    const { anna, order } = await draftOrder(api)
    for (const name of orderFields) {
      const listingIds = { project_id: order.id, client_id: anna.id }
      const { status, body } = await postJson(
        `/api/projects/edit_project_${name}`,
        { ...listingIds, field: emptyValue },
        anna,
      )
      expect([name, status, body[name]]).toEqual([name, 200, null])
    }
    const { anna: vera, vacancy } = await draftVacancy(api)
    for (const name of vacancyFields.filter((field) => field !== 'important_notes')) {
      const listingIds = { vacancy_id: vacancy.id, author_id: vera.id }
      const { status, body } = await postJson(
        `/api/vacancy/edit_vacancy_${name}`,
        { ...listingIds, [name]: emptyValue },
        vera,
      )
      expect([name, status, body[name]]).toEqual([name, 200, null])
    }
  })
})

const rejectedVacancy = async () => {
  const { anna, vacancy } = await draftVacancy(api)
  const body = { vacancy_id: vacancy.id, payment_type: 'vacancy' as const }
  await confirmPayment(api, await anna.call('POST /pay/generate-payment-robokassa', { body }))
  await decideTask(api, vacancy.id, 'Добавьте, чем предстоит заниматься')
  return { anna, order: vacancy }
}

test.each([
  ['project', '/api/projects/edit_project_', 'is_published', rejectedOrder],
  ['vacancy', '/api/vacancy/edit_vacancy_', 'is_published', rejectedVacancy],
  ['vacancy', '/api/vacancy/edit_vacancy_', 'nice_to_have', rejectedVacancy],
] as const)(
  'a rejected %s that was mended goes to the moderators again by %s%s',
  async (item, path, toggle, create) => {
    const { anna, order } = await create(api)
    const listingIds = { [`${item}_id`]: order.id, [item === 'project' ? 'client_id' : 'author_id']: anna.id }
    const showListing = () => postJson(`${path}${toggle}`, { ...listingIds, is_published: true }, anna)
    const listingBefore = await showListing()
    expect([listingBefore.status, listingBefore.body.code]).toEqual([409, 'rejected'])
    expect(listingBefore.body.message).toContain('Исправьте')
    await postJson(`${path}title`, { ...listingIds, title: 'То же, но у самого моря' }, anna)
    expect(await showListing()).toMatchObject({
      status: 200,
      body: { status: 'moderation', is_paid: true, is_published: false, resubmissions_left: 2 },
    })
    expect((await showListing()).body.code).toBe('on_moderation')
    await decideTask(api, order.id)
    expect((await showListing()).body.status).toBe('published')
  },
)

test('a room without paging gives its latest 200 messages, and pages as before', async () => {
  const [anna, boris] = [await client(api), await freelancer(api)]
  const pair = { kind: 'other' as const, listing_id: null, user1_id: anna.id, user2_id: boris.id }
  const room_id = await api.ctx.db
    .transaction()
    .execute((tx) => openRoom(api.ctx, tx, { ...pair, opened_by: anna.id }))
  const texts = Array.from({ length: 230 }, (_, n) => `Сообщение ${n}`)
  await api.ctx.db
    .insertInto('chat_messages')
    .values(texts.map((content) => ({ room_id, sender_id: anna.id, content })))
    .execute()
  const readCards = async (query = '') => {
    const headers = { authorization: `Bearer ${boris.token}` }
    const answer = await api.server.inject({ url: `/chat/room_msgs/${room_id}${query}`, headers })
    return answer.json<{ id: number; content: string }[]>()
  }
  const latest = await readCards()
  expect(latest.map(({ content }) => content)).toEqual(texts.slice(-200))
  expect(await readCards('?limit=20')).toHaveLength(20)
  expect(await readCards(`?before=${latest[0]?.id}`)).toHaveLength(30)
})
