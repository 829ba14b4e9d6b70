import { expect, test } from 'vitest'
import { writeCursor } from '#services/core/text/cursor.ts'
import { openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer, moderator, type Person } from '#tests/support/people/people.ts'
import { addService, serviceOwner } from './service-scenes.ts'

const api = await openApi()
const anna = await client(api)

const search = (viewer: Person, query: object) => viewer.call('GET /api/services', { query } as never)
const namesOf = async (query: object, viewer = anna) =>
  (await search(viewer, query)).items.map(({ name }) => name)

test('words find services by their names and texts in any form, names first, and forgive mistakes', async () => {
  const { boris } = await serviceOwner(api, {
    service_name: 'Разбор экрана',
    service_description: 'Новый макет одного экрана',
  })
  await addService(boris, { service_name: 'Макет панели', service_description: 'С графиками' })
  await addService(boris, { service_name: 'Ретушь снимков' })
  expect(await namesOf({ query: 'макеты' })).toEqual(['Макет панели', 'Разбор экрана'])
  expect(await namesOf({ query: 'мак' })).toEqual(['Макет панели', 'Разбор экрана'])
  const corrected = await search(anna, { query: 'ретуж снимков' })
  expect([corrected.corrected, corrected.items.map(({ name }) => name)]).toEqual([
    'ретушь снимков',
    ['Ретушь снимков'],
  ])
  expect(await namesOf({ query: 'ретуж снимков', is_exact: true })).toEqual([])
  expect(await namesOf({ query: 'бульдозер' })).toEqual([])
})

test('prices in any currency are compared, and both ends count', async () => {
  const { boris } = await serviceOwner(api, { service_name: 'Перевод в рублях', service_price: 9000 })
  const dollars = 3
  await api.owner.updateTable('currencies').set({ rate_to_base: '100' }).where('id', '=', dollars).execute()
  const other = { service_price: 120, service_currency_id: dollars }
  await addService(boris, { service_name: 'Перевод в долларах', ...other })
  await addService(boris, { service_name: 'Перевод по договорённости', service_price: null })
  const named = (query: object) => namesOf({ query: 'перевод', ...query })
  expect(await named({ sort: 'cheap' })).toEqual([
    'Перевод в рублях',
    'Перевод в долларах',
    'Перевод по договорённости',
  ])
  expect(await named({ sort: 'dear' })).toEqual([
    'Перевод в долларах',
    'Перевод в рублях',
    'Перевод по договорённости',
  ])
  expect(await named({ price_from: 9000, price_to: 12_000 })).toHaveLength(2)
  expect(await named({ price_from: 9000.01 })).toEqual(['Перевод в долларах'])
  expect(await named({ price_to: 11_999.99 })).toEqual(['Перевод в рублях'])
  expect(await named({ price_to: 119, currency_id: dollars })).toEqual(['Перевод в рублях'])
  expect(await named({ price_from: 120, currency_id: dollars })).toEqual(['Перевод в долларах'])
})

test('category and days narrow; a group holds its categories, and a service without one has its freelancer’s', async () => {
  const { boris } = await serviceOwner(api, { service_name: 'Плакат своей категории', service_days: 7 })
  const other = { service_category_id: categories.other, service_days: 8 }
  await addService(boris, { service_name: 'Плакат другой категории', ...other })
  const named = (query: object) => namesOf({ query: 'плакат', sort: 'newest', ...query })
  expect(await named({})).toEqual(['Плакат другой категории', 'Плакат своей категории'])
  expect(await named({ category_id: categories.own })).toEqual(['Плакат своей категории'])
  expect(await named({ category_id: categories.group })).toEqual(['Плакат своей категории'])
  expect(await named({ category_id: categories.other })).toEqual(['Плакат другой категории'])
  expect(await named({ category_id: categories.sibling })).toEqual([])
  expect(await named({ days_to: 7 })).toEqual(['Плакат своей категории'])
  expect(await named({ days_to: 8 })).toHaveLength(2)
  await addService(boris, { service_name: 'Плакат без срока' })
  expect(await named({ days_to: 365 })).toHaveLength(2)
})

test('services that match alike stand in the order of their freelancers', async () => {
  const { boris } = await serviceOwner(api, { service_name: 'Озвучка ролика' })
  const vera = await freelancer(api)
  await addService(vera, { service_name: 'Озвучка рекламы' })
  const rate = (person: Person, rating: string) =>
    api.owner.updateTable('users').set({ rating, rating_count: 9 }).where('id', '=', person.id).execute()
  await rate(boris, '4.9')
  await rate(vera, '4.2')
  expect(await namesOf({ query: 'озвучка' })).toEqual(['Озвучка ролика', 'Озвучка рекламы'])
  await rate(boris, '3.0')
  expect(await namesOf({ query: 'озвучка' })).toEqual(['Озвучка рекламы', 'Озвучка ролика'])
})

test.each(['fitting', 'cheap', 'dear', 'newest'])(
  'pages of the order %j lose nothing and repeat nothing',
  async (sort) => {
    const word = `страница${sort}`
    const boris = await freelancer(api)
    for (const [n, price] of [500, null, 500, 700, null].entries())
      await addService(boris, { service_name: `${word} ${n}`, service_price: price })
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await search(anna, { query: word, sort, per_page: 2, ...(cursor && { cursor }) })
      expect(page).toMatchObject({ total: 5, is_capped: false })
      found.push(...page.items.map(({ name }) => name))
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    expect(found.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `${word} ${n}`))
    for (const cursor of [
      'x',
      Buffer.from('a:1').toString('base64url'),
      Buffer.from('1:2:3').toString('base64url'),
      // The position of another list, and of another order of this one.
      writeCursor('people', { rank: 1, id: 2 }),
      writeCursor(sort === 'newest' ? 'services_cheap' : 'services_newest', { rank: 1, id: 2 }),
    ])
      expect(await codeOf(search(anna, { sort, cursor }))).toBe('invalid_input')
  },
)

test('only services that one could order are found: of nobody who is blocked, hidden or a client, and no closed ones', async () => {
  const { boris, service } = await serviceOwner(api, { service_name: 'Чертёж беседки' })
  const named = (viewer = anna) => namesOf({ query: 'чертёж' }, viewer)
  const seen = ['Чертёж беседки']
  const other = (id: number) => ({ params: { user_id: id } })
  expect([await named(), await named(boris)]).toEqual([seen, seen])

  await boris.call('POST /api/blocks/:user_id', other(anna.id))
  expect(await named()).toEqual([])
  await boris.call('DELETE /api/blocks/:user_id', other(anna.id))
  await anna.call('POST /api/blocks/:user_id', other(boris.id))
  expect(await named()).toEqual([])
  await anna.call('DELETE /api/blocks/:user_id', other(boris.id))
  await anna.call('POST /api/hidden_authors/:user_id', other(boris.id))
  expect([await named(), await named(await client(api))]).toEqual([[], seen])
  await anna.call('DELETE /api/hidden_authors/:user_id', other(boris.id))
  expect(await named()).toEqual(seen)

  const until = new Date(api.ctx.now().getTime() + 60_000).toISOString()
  const close = (body: { until: string | null }) =>
    boris.call('PUT /api/services/:id/closed', { params: { id: service.id }, body })
  await close({ until })
  expect(await named()).toEqual([])
  await close({ until: null })
  expect(await named()).toEqual(seen)

  const role = (roles: object) =>
    boris.call('POST /api/users/edit_user_role', { query: { user_id: boris.id, ...roles } })
  await role({ is_client: true })
  expect(await named()).toEqual([])
  await role({ is_contractor: true })
  expect(await named()).toEqual(seen)

  const admin = await moderator(api)
  await admin.call('POST /api/users/change_system_status', { query: { user_id: boris.id, reason: 'Обман' } })
  expect(await named()).toEqual([])
})

test('a card says what its page says, and nothing by which the freelancer can be reached', async () => {
  const { boris, service } = await serviceOwner(api, { service_name: 'Сцена для спектакля', service_days: 9 })
  const [card] = (await search(anna, { query: 'сцена' })).items
  expect(card).toMatchObject({
    id: service.id,
    name: 'Сцена для спектакля',
    price: 12_000,
    currency: { code: 'RUB' },
    unit: { name: 'за проект' },
    days: 9,
    pictures: [],
    freelancer: { id: boris.id },
  })
  expect(JSON.stringify(card)).not.toContain(boris.account.username)
})
