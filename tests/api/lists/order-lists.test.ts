import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { draftOrder, paidOrder, publishedOrder, rejectedOrder } from '#tests/support/orders/order-life.ts'
import { categories, responseTo } from '#tests/support/orders/sample.ts'
import { client, freelancer, login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
let reader: Person
beforeAll(async () => {
  api = await openApi()
  reader = await login(api)
})

/** Titles of the orders that a search returns. */
async function findTitlesOf(query: Record<string, unknown>, person = reader) {
  const { items, pagination } = await person.call('POST /api/projects', { body: query })
  return { titles: items.map((item) => item.title), items, pagination }
}

const uniqueMark = () => crypto.randomUUID().slice(0, 8)

describe('what is not published stays with its author', () => {
  test('in lists, whatever the filter says', async () => {
    const { anna, order: draft } = await draftOrder(api)
    const { order: paidOnly } = await paidOrder(api, {}, anna)
    const { order: publishedListing } = await publishedOrder(api, {}, anna)
    for (const filters of [
      {},
      { author_id: anna.id },
      { client_id: anna.id, is_published: false, status: 'draft' },
      { user_id: String(anna.id) },
    ]) {
      const { items } = await findTitlesOf({ filters, pagination: { per_page: 100 } })
      const ids = items.map(({ id }) => id)
      expect(ids).toContain(publishedListing.id)
      expect(ids).not.toContain(draft.id)
      expect(ids).not.toContain(paidOnly.id)
    }
    for (const field of ['author_id', 'client_id', 'user_id']) {
      const ownList = await findTitlesOf({ filters: { [field]: anna.id }, sort: 'high_budget' }, anna)
      expect(ownList.items.map(({ id }) => id)).toEqual([publishedListing.id, paidOnly.id, draft.id])
    }
    const ownList = await findTitlesOf({ filters: { author_id: anna.id } }, anna)
    expect(ownList.items.map(({ is_owner }) => is_owner)).toEqual([true, true, true])
  })

  test('on its page, in its responses and favourites; a moderator reads it', async () => {
    const olga = await moderator(api)
    for (const makeOrder of [draftOrder, paidOrder, rejectedOrder]) {
      const { order } = await makeOrder(api)
      const params = { id: order.id }
      const attempts = [
        reader.call('GET /api/projects/:id/full_info', { params }),
        reader.call('GET /api/projects/:id/responses', { params }),
        reader.call('POST /favorites/add_project', { body: { project_id: order.id } }),
        reader.call('POST /api/projects/edit_project_show', { body: { project_id: order.id } }),
        reader.call('POST /api/app/view', { body: { entity_type: 'project', entity_id: order.id } }),
      ]
      expect(new Set(await Promise.all(attempts.map(codeOf)))).toEqual(new Set(['not_found']))
      expect((await olga.call('GET /api/projects/:id/full_info', { params })).id).toBe(order.id)
    }
  })

  test('a hidden order is still there for those who responded, and why it was hidden is not', async () => {
    const { anna, order } = await publishedOrder(api)
    const boris = await freelancer(api)
    await boris.call('POST /api/projects/add_resp', responseTo(order.id))
    const columns = { status: 'hidden', hidden_reason: 'staff' } as const
    await placeRows(api.owner, 'listings', { id: order.id }, columns)
    const params = { id: order.id }
    const fullInfo = await boris.call('GET /api/projects/:id/full_info', { params })
    expect(fullInfo).toMatchObject({ status: 'hidden', hidden_reason: null, is_responded: true })
    expect(await anna.call('GET /api/projects/:id/full_info', { params })).toMatchObject({
      hidden_reason: 'staff',
    })
    expect(await codeOf(reader.call('GET /api/projects/:id/full_info', { params }))).toBe('not_found')
  })
})

describe('filters', () => {
  const uniqueWord = uniqueMark()
  const titleWithWord = (name: string) => `${name} ${uniqueWord}`
  const findTitles = async (filters: Record<string, unknown>, sort = 'newest') => {
    const { titles } = await findTitlesOf({ filters: { search: uniqueWord, ...filters }, sort })
    return titles.map((title) => title.split(' ')[0])
  }

  beforeAll(async () => {
    const anna = await client(api)
    const publishNamed = (name: string, fields: object) =>
      publishedOrder(api, { title: titleWithWord(name), ...fields }, anna)
    await publishNamed('roubles', { price: 50_000, required_experience: 'y1_2', language: 'ru' })
    await publishNamed('ton', { price: 1000, currency_id: 2, category_id: categories.sibling })
    await publishNamed('dollars', {
      price: 100,
      currency_id: 3,
      is_remote: false,
      required_experience: 'y3_6',
    })
    await publishNamed('hourly', {
      price: null,
      min_stake: 500,
      max_stake: 900,
      payment_format: 'hourly',
      format: 'full_day',
      category_id: categories.other,
      is_urgent: true,
      language: 'en',
      deadline: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    })
    await publishNamed('open', { price: null, required_experience: 'gt6' })
  })

  test.each<[Record<string, unknown>, string[]]>([
    [{}, ['open', 'hourly', 'dollars', 'ton', 'roubles']],
    [{ category_id: categories.sibling }, ['ton']],
    [{ category_id: String(categories.group) }, ['open', 'dollars', 'ton', 'roubles']],
    [{ category_id: [categories.sibling, categories.other] }, ['hourly', 'ton']],
    [{ payment_format: 'hourly' }, ['hourly']],
    [{ job_type: ['full_day', 'part_time'] }, ['hourly']],
    [{ is_remote: 'false' }, ['dollars']],
    [{ is_urgent: true }, ['hourly']],
    [{ language: 'ru' }, ['open', 'dollars', 'ton', 'roubles']],
    [{ experience: 'y1_3' }, ['hourly', 'dollars', 'ton', 'roubles']],
    [{ experience: ['none'] }, ['hourly', 'ton']],
    [{ experience: ['gt6'] }, ['open', 'hourly', 'dollars', 'ton']],
    [{ price_from: '50 000' }, ['ton', 'roubles']],
    [{ price_to: 8090 }, ['hourly', 'dollars']],
    [{ price_from: 100, price_to: 700, currency_id: 3 }, ['dollars', 'roubles']],
    [{ competition: 'low' }, ['open', 'hourly', 'dollars', 'ton', 'roubles']],
    [{ competition: ['medium', 'high'] }, []],
    [{ nonsense: 'x' }, ['open', 'hourly', 'dollars', 'ton', 'roubles']],
  ])('%j', async (filters, names) => {
    expect(await findTitles(filters)).toEqual(names)
  })

  test.each<[string, string[]]>([
    ['high_budget', ['ton', 'roubles', 'dollars', 'hourly', 'open']],
    ['low_budget', ['hourly', 'dollars', 'roubles', 'ton', 'open']],
    ['close_deadline', ['hourly']],
  ])('sorted by %s', async (sort, names) => {
    expect(await findTitles({}, sort)).toEqual(names)
  })

  test.each([
    [6, 'medium'],
    [5, 'low'],
    [15, 'medium'],
    [16, 'high'],
  ] as const)('%i responses are %s competition', async (responses_count, competition) => {
    const { order } = await publishedOrder(api, { title: `Спрос ${uniqueMark()}` })
    await api.ctx.db.updateTable('listings').set({ responses_count }).where('id', '=', order.id).execute()
    for (const level of ['low', 'medium', 'high']) {
      const { titles } = await findTitlesOf({ filters: { search: order.title, competition: level } })
      expect(titles).toEqual(level === competition ? [order.title] : [])
    }
  })
})
