import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { client, freelancer, type Person } from '#tests/support/people/people.ts'
import { recordStatements, type Statement } from './load/recording.ts'
import { seedListings } from './load/seed.ts'

/**
 * Every filter of a list must use an index. These tests check the query plans of each filter and of common pairs of
 * filters.
 */

let api: Api
let reader: Person
beforeAll(async () => {
  api = await openApi()
  await seedListings(api.owner, 3000)
  // Gives every filter of these tests more matching listings than the limit of the count, except the search for rare
  // words.
  await api.owner.connection().execute(async (db) => {
    await sql`update listings set title = 'Гобелен' where kind = 'order' and id = 7`.execute(db)
    await sql`set session_replication_role = replica`.execute(db)
    await sql`update listings set category_id = case when id % 2 = 0 then 201 else category_id end, urgent = true,
      language = case when id % 2 = 0 then 'any' end where kind = 'order'`.execute(db)
    await sql`insert into listing_skills (kind, skill_key, listed_at, listing_id)
      select kind, 'figma', listed_at, id from listings where id % 3 > 0 on conflict do nothing`.execute(db)
    await sql`set session_replication_role = origin`.execute(db)
  })
  await sql`vacuum analyze listings, listing_skills`.execute(api.owner)
  reader = await freelancer(api, { category_id: 201 })
  const now = api.ctx.now()
  api.ctx.now = () => now
})

type Line = { 'QUERY PLAN': string }

/** Explains a prepared statement on a connection of this kind. */
async function genericPlan(db: Api['ctx']['db'], text: string): Promise<string> {
  const { rows } = await sql<Line>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Explains a statement on the connection that runs it, because connections have different settings. */
async function planOf(
  { name, text, values }: Statement,
  explain = sql`explain`,
  db: Api['ctx']['db'] = api.ctx.db,
): Promise<string> {
  if (name) return genericPlan(api.ctx.lists, text)
  const parts = text.split(/\$\d+/)
  const parameters = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => values[Number(place) - 1])
  const filledStatement = parts.flatMap((part, n) =>
    n < parameters.length ? [sql.raw(part), sql`${parameters[n]}`] : [sql.raw(part)],
  )
  const { rows } = await sql<Line>`${explain} ${sql.join(filledStatement, sql``)}`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/**
 * Returns the query plans of the statements that read a page of published listings by age, after their total was cached.
 * The question whether any listing has a word is none of them.
 */
async function pagesOf(filters: object): Promise<string[]> {
  const listOrders = () => reader.call('POST /api/projects', { body: { filters } })
  await listOrders()
  const statements = await recordStatements(async () => void (await listOrders()))
  return Promise.all(statements.filter(({ text }) => isPage(text)).map((one) => planOf(one)))
}

const isPage = (text: string) => text.includes('order by listed_at') && !text.includes('is_written')

const price = { price_from: 1, price_to: 10_000_000 }
const leaf = { category_id: 201 }
test.each<[string, string, object]>([
  ['nothing', 'live_newest', {}],
  ['a speciality', 'live_category_newest', leaf],
  ['a price', 'live_newest', price],
  ['remote work', 'live_newest', { is_remote: true }],
  ['experience', 'live_experience_newest', { experience: ['none', 'y1_2', 'y3_6'] }],
  ['the way of paying', 'live_newest', { payment_format: 'fixed' }],
  ['the kind of work', 'live_newest', { job_type: ['project', 'part_time'] }],
  ['competition', 'live_newest', { competition: ['low', 'medium'] }],
  ['a language', 'live_newest', { language: 'ru' }],
  ['a language that few work in', 'live_foreign', { language: 'en' }],
  ['the mark Urgent', 'live_urgent', { is_urgent: true }],
  ['a speciality and a price', 'live_category_newest', { ...leaf, ...price }],
  ['a speciality and experience', 'live_category_newest', { ...leaf, experience: ['none', 'y1_2', 'y3_6'] }],
  ['a price and remote work', 'live_newest', { ...price, is_remote: true }],
])('a page by %s is answered out of %s', async (_, index, filters) => {
  const [plan, ...otherPages] = await pagesOf(filters)
  expect(otherPages).toEqual([])
  expect(plan).toContain(`Index Only Scan using listings_${index} `)
  expect(plan).not.toMatch(/Seq Scan on listing|Bitmap/)
})

test('an experience that nobody asks for at the place is looked up, and the market is not read for it', async () => {
  const filters = { experience: 'gt6', is_remote: false } as const
  for (const sort of ['newest', 'low_budget'] as const) {
    const statements = await recordStatements(
      async () => void (await reader.call('POST /api/projects', { body: { filters, sort } })),
    )
    const countStatements = statements.filter(({ text }) => /counted as/.test(text))
    expect(countStatements).toHaveLength(1)
    for (const plan of await Promise.all(countStatements.map((one) => planOf(one))))
      expect(plan).toContain('Index Only Scan using listings_live_experience_newest')
  }
})

test('a page by a skill walks the live listings of that skill', async () => {
  const [plan] = await pagesOf({ tags: ['figma'] })
  expect(plan).toContain('Index Only Scan Backward using listing_skills_pkey')
  expect(plan).not.toMatch(/Seq Scan on listing|Bitmap/)
})

test('common words are found by a walk through the newest, rare ones by their own index', async () => {
  const [common] = await pagesOf({ search: 'нужен' })
  expect(common).toContain('Index Scan using listings_live_newest')
  const rarePages = await pagesOf({ search: 'гобелен' })
  expect(rarePages.length).toBeGreaterThan(0)
  for (const plan of rarePages) expect(plan).toContain('Bitmap Index Scan on listings_search')
})

test('the question whether any listing has a word reads the newest listings and the text index', async () => {
  const listOrders = () => reader.call('POST /api/projects', { body: { filters: { search: 'гобелен' } } })
  const statements = await recordStatements(async () => void (await listOrders()))
  const questions = statements.filter(({ text }) => text.includes('is_written'))
  expect(questions).toHaveLength(1)
  // The question is asked on the connections of searches, and not on those of lists.
  const plan = await genericPlan(api.ctx.db, questions[0]?.text ?? '')
  expect(plan).toContain('Index Scan using listings_live_newest')
  expect(plan).toContain('Bitmap Index Scan on listings_search')
})

test('a word that nobody has used is looked up, and the market is not read for it', async () => {
  const body = { filters: { search: 'кофейня' }, is_exact: true }
  const searchOrders = () => reader.call('POST /api/projects', { body })
  for (const _ of [1, 2]) {
    const statements = await recordStatements(async () => void (await searchOrders()))
    const searches = statements.filter(({ text }) => /order by listed_at/.test(text))
    expect(searches).toHaveLength(1)
    const [plan = ''] = await Promise.all(searches.map((one) => planOf(one, sql`explain (analyze)`)))
    expect(plan).toContain('Bitmap Index Scan on listings_search')
    const rowsFiltered = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows))
    // Postgres may read and discard only the newest listings. It estimates from them how common the word is.
    expect(Math.max(0, ...rowsFiltered)).toBeLessThanOrEqual(300)
    // For a rare word, Postgres would scan a large market by age. The plan must therefore scan by age only if the word
    // has more than 1,000 matches.
    expect(plan).toMatch(/One-Time Filter: \(\(InitPlan \d+\)\.col1 >= 1001\)/)
  }
})

test('what is ranked for a collection is found by walks, and read again by ids', async () => {
  await reader.call('POST /api/users/add_user_skill', { body: { skill_name: 'Figma' } })
  const readCollection = () => reader.call('POST /api/users/freelancer_jobs', { body: { limit: 20 } })
  const statements = await recordStatements(async () => void (await readCollection()))
  const rankings = statements.filter(({ text }) => text.includes('as ids from ('))
  expect(rankings).toHaveLength(2)
  for (const plan of await Promise.all(rankings.map((one) => planOf(one)))) {
    for (const index of ['listings_live_newest', 'listings_live_category_newest', 'listing_skills_pkey'])
      expect(plan).toContain(`using ${index} `)
  }
  // The plan reads only the listings of the collection and their authors, by id.
  for (const plan of await Promise.all(statements.map((one) => planOf(one))))
    expect(plan.match(/Seq Scan on (listing|users).*/g)).toBeNull()
  const secondStatements = await recordStatements(async () => void (await readCollection()))
  for (const plan of await Promise.all(secondStatements.map((one) => planOf(one))))
    expect(plan).not.toMatch(/Seq Scan on listing/)
})

test('free freelancers of a client’s categories are walked by their rating', async () => {
  const vera = await client(api)
  const statements = await recordStatements(
    async () => void (await vera.call('POST /api/users/freelancer_jobs', { body: { limit: 20 } })),
  )
  const [plan] = await Promise.all(
    statements.filter(({ text }) => /with recent/.test(text)).map((one) => planOf(one)),
  )
  expect(plan).toContain('using users_free_category_by_rating')
  expect(plan).toContain('using users_free_by_rating')
})

test.each([
  ['all people', {}, 'users_by_order'],
  ['those of a speciality', { category_id: 201 }, 'users_category_by_order'],
  ['those of a city', { city: 'Казань' }, 'users_city_by_order'],
])('%s are read by rating and fullness out of an index, without sorting', async (_, filters, index) => {
  const statements = await recordStatements(
    async () => void (await reader.call('POST /api/users/get_all_users', { body: { filters } })),
  )
  const pages = statements.filter(({ text }) => /from users person .* order by coalesce/s.test(text))
  const plans = await api.ctx.db.transaction().execute(async (db) => {
    // The market of these tests is small, so that Postgres would sort its few people.
    await sql`set local enable_sort = off`.execute(db)
    return Promise.all(pages.map((one) => planOf(one, sql`explain`, db)))
  })
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain(`using ${index} `)
  expect(plans[0]).not.toContain('Sort')
})
