import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, type Person } from '#tests/support/people/people.ts'

let api: Api
let reader: Person
let ownIds: number[]
let otherIds: number[]
beforeAll(async () => {
  api = await openApi()
  reader = await freelancer(api, { category_id: categories.own })
  const anna = await client(api)
  const publishIn = async (category_id: number) => {
    const subtitle = 'Разработка мобильных приложений для доставки еды'
    return (await publishedOrder(api, { category_id, subtitle }, anna)).order.id
  }
  ownIds = [await publishIn(categories.own), await publishIn(categories.own), await publishIn(categories.own)]
  otherIds = [
    await publishIn(categories.sibling),
    await publishIn(categories.other),
    await publishIn(categories.other),
  ]
})

const list = (body: Record<string, unknown>, person = reader) => person.call('POST /api/projects', { body })
const readCollection = (offset: number, limit: number, person = reader) =>
  person.call('POST /api/users/freelancer_jobs', { body: { user_id: person.id, limit, offset } })
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id)

describe('pages of a list', () => {
  test('follow each other without a gap, and say how many there are', async () => {
    const first = await list({ pagination: { page: 1, per_page: 4 } })
    const second = await list({ pagination: { page: '2', per_page: '4' } })
    expect(idsOf([...first.items, ...second.items])).toEqual([...ownIds, ...otherIds].reverse())
    expect(first.pagination).toMatchObject({ page: 1, per_page: 4, total: 6, pages: 2, is_capped: false })
    expect((await list({ pagination: { page: 3, per_page: 4 } })).items).toEqual([])
  })

  test.each([
    [undefined, 10],
    [0, 10],
    [100, 100],
    [5000, 100],
  ])('of %s are of %i', async (per_page, expected) => {
    expect((await list({ pagination: { per_page } })).pagination.per_page).toBe(expected)
  })

  test('of own orders are as long as old clients ask', async () => {
    const body = { filters: { author_id: reader.id }, pagination: { per_page: 900 } }
    expect((await list(body)).pagination.per_page).toBe(900)
  })
})

test.each([
  ['приложение', 6],
  ['доставка', 6],
  ['мобильное приложение', 6],
  ['кофейню', 6],
  ['самолёт', 0],
  ['приложение -доставка', 0],
  ["'; drop table listings; --", 0],
  ['   ', 6],
])('words are found in any form: %s', async (search, count) => {
  expect((await list({ filters: { search } })).items).toHaveLength(count)
})

describe('the personal collection', () => {
  test('has the own speciality first, then its neighbours, and says why', async () => {
    const { projects, user_category_name, vacancies } = await readCollection(0, 20)
    expect(user_category_name).toBe('Сайты под ключ')
    expect(vacancies).toEqual([])
    expect(new Set(idsOf(projects.slice(0, 3)))).toEqual(new Set(ownIds))
    expect(projects.map(({ reason }) => reason)).toEqual([
      'speciality',
      'speciality',
      'speciality',
      'group',
      'popular',
      'popular',
    ])
  })

  test('is the same all day long, so that its pages never repeat an order', async () => {
    const wholePage = idsOf((await readCollection(0, 20)).projects)
    const pages = [await readCollection(0, 2), await readCollection(2, 2), await readCollection(4, 2)]
    expect(pages.flatMap(({ projects }) => idsOf(projects))).toEqual(wholePage)
    expect(idsOf((await readCollection(0, 20)).projects)).toEqual(wholePage)
  })

  test('is mixed anew for other people and other days', async () => {
    const orders = new Set<string>()
    for (let n = 0; n < 8; n++) {
      const person = await login(api)
      orders.add(JSON.stringify(idsOf((await readCollection(0, 20, person)).projects)))
    }
    expect(orders.size).toBeGreaterThan(1)
    api.advanceClock(86_400_000)
    const readerTomorrow = await login(api, reader.account)
    const mixedPage = idsOf((await readCollection(0, 20, readerTomorrow)).projects)
    expect(new Set(mixedPage.slice(0, 3))).toEqual(new Set(ownIds))
    expect(mixedPage).toHaveLength(6)
  })

  test('leaves out the own orders', async () => {
    const { anna, order } = await publishedOrder(api)
    expect(idsOf((await readCollection(0, 20, anna)).projects)).not.toContain(order.id)
  })
})

// This test is the last in the file. Its order would otherwise appear in the lists of the other tests.
test('a page names the chats of its reader about it; a list names none', async () => {
  const { anna, order } = await publishedOrder(api)
  const boris = await freelancer(api)
  await boris.call('POST /api/projects/add_resp', responseTo(order.id))
  const body = { user1_id: anna.id, user2_id: boris.id, project_id: order.id }
  const room = await anna.call('POST /chat/create_room', { body })
  const params = { id: order.id }
  expect((await boris.call('GET /api/projects/:id/full_info', { params })).chats).toEqual([{ id: room.id }])
  const vera = await freelancer(api)
  expect((await vera.call('GET /api/projects/:id/full_info', { params })).chats).toEqual([])
  const listedItems = (await list({ filters: { client_id: anna.id } }, anna)).items
  expect(listedItems.map(({ chats }) => chats)).toEqual([[]])
})
