import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, freelancer } from '#tests/support/people/people.ts'

/**
 * Listings are sorted in steps of ten points of the score, so a term becomes visible only at the next multiple of ten.
 * Every listing in this test matches the person's speciality (60 points) and is fresh (5 points). The tested term must
 * bring the listing to at least 70.
 */
const terms = [
  ['city', {}, { region: 'Казань' }],
  ['experience', {}, { required_experience: 'y3_6' }],
  ['remote work', {}, { is_remote: true }],
  ['language', { is_urgent: true }, { is_urgent: true, language: 'en' }],
  ['urgency', { language: 'en' }, { is_urgent: true, language: 'en' }],
] as const

let api: Api
const bands = new Map<string, number>()
beforeAll(async () => {
  api = await openApi()
  const names = new Map<number, string>()
  const publishOrder = async (name: string, fields: object) => {
    const defaultFields = { category_id: categories.own, is_remote: false, language: 'ru', ...fields }
    const { id } = (await publishedOrder(api, defaultFields, await client(api))).order
    names.set(id, name)
    return id
  }
  for (const [term, lowest, lifted] of terms) {
    await publishOrder(`without ${term}`, lowest)
    await publishOrder(term, lifted)
  }
  const oldOrder = await publishOrder('remote work of two days ago', { is_remote: true })
  const published_at = new Date(api.ctx.now().getTime() - 49 * 3_600_000).toISOString()
  await api.ctx.db.updateTable('listings').set({ published_at }).where('id', '=', oldOrder).execute()
  const boris = await freelancer(api, { category_id: categories.own })
  const profile = { city: 'Казань', years_of_experience: 4, ui_language: 'en', is_only_remote: true } as const
  await api.ctx.db.updateTable('users').set(profile).where('id', '=', boris.id).execute()
  await boris.call('POST /api/users/freelancer_jobs', { body: { user_id: boris.id, limit: 10, offset: 0 } })
  const collection = await api.ctx.db
    .selectFrom('collections')
    .select(['listing_ids', 'bands'])
    .where('user_id', '=', boris.id)
    .where('kind', '=', 'order')
    .executeTakeFirstOrThrow()
  for (const [index, id] of collection.listing_ids.entries())
    bands.set(names.get(Number(id)) ?? '', Number(collection.bands[index]))
})

test.each(terms.map(([term]) => term))('%s adds what the table of weights says', (term) => {
  expect([bands.get(`without ${term}`), bands.get(term)]).toEqual([6, 7])
})

test('what was published two days ago is no longer fresh', () => {
  expect(bands.get('remote work of two days ago')).toBe(6)
})
