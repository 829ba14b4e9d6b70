import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const blockPerson = (person: Person, blockedPerson: Person) =>
  person.call('POST /api/blocks/:user_id', { params: { user_id: blockedPerson.id } })
const viewProfile = (viewer: Person, person: Person) =>
  viewer.call('GET /api/users/full_user_info', { query: { user_id: person.id } })

describe('a report', () => {
  const sendReport = (
    person: Person,
    subject_type: 'listing' | 'user' | 'response' | 'message' | 'review',
    subject_id: number,
  ) =>
    person.call('POST /api/reports', {
      body: { subject_type, subject_id, reason: 'scam', comment: 'Просит предоплату' },
    })
  const tasks = (report_id: number) =>
    api.ctx.db
      .selectFrom('moderation_tasks')
      .select(['subject', 'state', 'listing_id'])
      .where('report_id', '=', report_id)
      .execute()

  test('waits in the moderators’ queue, once', async () => {
    const { order } = await publishedOrder(api)
    const boris = await freelancer(api)
    const first = await sendReport(boris, 'listing', order.id)
    const repeatedReports = await Promise.all([
      sendReport(boris, 'listing', order.id),
      sendReport(boris, 'listing', order.id),
    ])
    expect(repeatedReports).toEqual([first, first])
    expect(await tasks(first.id)).toEqual([{ subject: 'report', state: 'open', listing_id: order.id }])
    const otherReport = await sendReport(await freelancer(api), 'listing', order.id)
    expect(otherReport.id).not.toBe(first.id)
  })

  test('is about something one can see', async () => {
    const { anna, order } = await publishedOrder(api)
    const [boris, vera] = [await freelancer(api), await freelancer(api)]
    const { id } = await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    expect(await codeOf(sendReport(vera, 'response', id))).toBe('not_found')
    expect(await codeOf(sendReport(anna, 'response', id))).toBe('accepted')
    expect(await codeOf(sendReport(anna, 'user', boris.id))).toBe('accepted')
    expect(await codeOf(sendReport(anna, 'user', anna.id))).toBe('not_found')
    for (const subject of ['listing', 'user', 'response', 'message', 'review'] as const)
      expect(await codeOf(sendReport(vera, subject, 999_999)), subject).toBe('not_found')
  })
})

describe('a saved search', () => {
  const saveSearch = (person: Person, name: string, filters: object = {}) =>
    person.call('POST /api/saved_searches', { body: { kind: 'order', name, filters } })

  test('keeps the filters as the list takes them', async () => {
    const boris = await freelancer(api)
    const filters = { category_id: categories.own, price_from: '2 500,50', search: 'логотип', author_id: 1 }
    const search = await saveSearch(boris, 'Логотипы', filters)
    expect(search.filters).toEqual({ category_id: [categories.own], price_from: 2500.5, search: 'логотип' })
    expect(await boris.call('GET /api/saved_searches')).toEqual([search])
    expect(await codeOf(boris.call('POST /api/projects', { body: { filters: search.filters } }))).toBe(
      'accepted',
    )
  })

  test('belongs to one person', async () => {
    const [boris, vera] = [await freelancer(api), await freelancer(api)]
    const { id } = await saveSearch(boris, 'Мой')
    const deleteSearch = (person: Person) => person.call('DELETE /api/saved_searches/:id', { params: { id } })
    expect(await vera.call('GET /api/saved_searches')).toEqual([])
    expect(await codeOf(deleteSearch(vera))).toBe('not_found')
    expect(await codeOf(deleteSearch(boris))).toBe('accepted')
    expect(await codeOf(deleteSearch(boris))).toBe('not_found')
  })

  test('is renamed and told to be silent by its person alone', async () => {
    const [boris, vera] = [await freelancer(api), await freelancer(api)]
    const { id } = await saveSearch(boris, 'Логотипы', { search: 'логотип' })
    const changeProfile = (person: Person, body: object) =>
      person.call('PATCH /api/saved_searches/:id', { params: { id }, body })
    expect(await codeOf(changeProfile(vera, { is_notify: false }))).toBe('not_found')
    expect(await changeProfile(boris, { is_notify: false })).toMatchObject({
      name: 'Логотипы',
      is_notify: false,
    })
    expect(await changeProfile(boris, { name: 'Знаки' })).toMatchObject({ name: 'Знаки', is_notify: false })
    expect(await boris.call('GET /api/saved_searches')).toMatchObject([
      { id, name: 'Знаки', filters: { search: 'логотип' }, is_notify: false },
    ])
  })

  test('stops at the bound, also when many come at once', async () => {
    const boris = await freelancer(api)
    const { count } = limits.savedSearches
    const codes = await Promise.all(
      Array.from({ length: count + 3 }, (_, n) => codeOf(saveSearch(boris, `Поиск ${n}`))),
    )
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(count)
    expect(codes.filter((code) => code === 'list_full')).toHaveLength(3)
  })
})

describe('favourite people', () => {
  const addFavourite = (person: Person, user_id: number) =>
    person.call('POST /favorites/add_user', { body: { user_id, author_id: 1 } })
  const favorites = async (person: Person) =>
    (await person.call('POST /favorites/get_users', { body: {} })).map(({ id }) => id)

  test('are kept once, marked where they are shown, and let go', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    await addFavourite(anna, boris.id)
    await addFavourite(anna, boris.id)
    expect(await favorites(anna)).toEqual([boris.id])
    expect((await viewProfile(anna, boris)).user.is_favorite).toBe(true)
    expect((await viewProfile(await client(api), boris)).user.is_favorite).toBe(false)
    const body = { user_id: boris.id }
    await anna.call('DELETE /favorites/delete_user', { body })
    await anna.call('DELETE /favorites/delete_user', { body })
    expect(await favorites(anna)).toEqual([])
  })

  test('are neither oneself, nor nobody, nor one who does not want to meet', async () => {
    const [anna, boris] = [await client(api), await freelancer(api)]
    expect(await codeOf(addFavourite(anna, anna.id))).toBe('invalid_input')
    expect(await codeOf(addFavourite(anna, 999_999))).toBe('not_found')
    await addFavourite(anna, boris.id)
    await blockPerson(boris, anna)
    expect(await favorites(anna)).toEqual([])
    expect(await codeOf(addFavourite(anna, boris.id))).toBe('not_found')
  })
})
