import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sortings } from '#contract/options.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { login, type Person } from '#tests/support/people/people.ts'
import { recordStatements } from './load/recording.ts'
import { seedListings } from './load/seed.ts'

/** Checks the query plans of lists, on a market large enough for index scans. */

let api: Api
let reader: Person
beforeAll(async () => {
  api = await openApi()
  await seedListings(api.owner, 3000)
  // Puts half of the orders into one category, so that this category is also large enough for an index scan.
  await sql`update listings set category_id = 201 where id % 2 = 0`.execute(api.ctx.db)
  reader = await login(api)
  // The clock is stopped, so that the cached total "more than 1,000" does not expire. The page then comes from an index
  // scan.
  const now = api.ctx.now()
  api.ctx.now = () => now
})

/** Returns the plans of a request's statements that scan the list, as explained on the connection for lists. */
async function plansOf(body: Record<string, unknown>): Promise<string[]> {
  await reader.call('POST /api/projects', { body })
  const statements = await recordStatements(async () => {
    await reader.call('POST /api/projects', { body })
  })
  const walks = statements.filter(({ name, text }) => name && /^\s*with left_out as .*, page as/s.test(text))
  return Promise.all(walks.map(({ text }) => planOf(text)))
}

async function planOf(text: string): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(
    api.ctx.lists,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const filters = { price_from: 1, price_to: 10_000_000, experience: 'y1_3', is_remote: true }

for (const sort of sortings)
  for (const category of [false, true])
    test(`a page of live orders by ${sort}${category ? ' in a category' : ''} reads its index and sorts nothing`, async () => {
      const body = {
        filters: category ? { category_id: 201 } : filters,
        sort,
        pagination: { page: 3, per_page: 10 },
      }
      const [plan, ...otherPlans] = await plansOf(body)
      expect(otherPlans).toEqual([])
      expect(plan).toContain(`Index Only Scan using listings_live_${category ? 'category_' : ''}${sort} `)
      expect(plan).not.toContain('Sort')
    })

test('the cards of a page and a full page are found by their ids', async () => {
  const { items } = await reader.call('POST /api/projects', { body: {} })
  const statements = await recordStatements(async () => {
    await reader.call('POST /api/projects', { body: {} })
    await reader.call('GET /api/projects/:id/full_info', { params: { id: items[0]?.id ?? 0 } })
  })
  const listingReads = statements.filter(({ text }) => /\blistings"? (as )?"?listing\b/.test(text))
  expect(listingReads.length).toBeGreaterThanOrEqual(2)
  for (const { text } of listingReads) {
    const plan = await planOf(text)
    expect(plan).toMatch(/Index Scan using listings_(pkey|alive) on listings listing/)
    expect(plan).not.toMatch(/Seq Scan on (listings|orders|users|listing_views)/)
  }
})
