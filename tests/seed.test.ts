import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicStatuses, responseStatuses } from '#contract/lifecycle.ts'
import { connect, type Db } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

let db: Db
let url: string
beforeAll(async () => {
  url = (await takeInfrastructure()).owner_url
  db = connect(url)
  await seed(url, { demo: true })
})
afterAll(() => db.destroy())

/** Returns the number of rows of every table. Seeding again must not change the numbers. */
async function countRows() {
  const { rows } = await sql<{ table: string; rows: number }>`
    select c.relname as table, (xpath('/row/c/text()', query_to_xml(format('select count(*) c from %I', c.relname),
      false, true, '')))[1]::text::bigint as rows
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`.execute(db)
  return rows
}

test('seeding again adds nothing', async () => {
  const sizesBefore = await countRows()
  await seed(url, { demo: true })
  expect(await countRows()).toEqual(sizesBefore)
})

test('the first currencies keep the ids that old links and defaults name', async () => {
  const rows = await db
    .selectFrom('currencies')
    .select(['id', 'code'])
    .where('id', '<=', 2)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 1, code: 'RUB' },
    { id: 2, code: 'TON' },
  ])
})

test('categories are two levels, and everything belongs to a leaf', async () => {
  const { rows } = await sql<{ groups: number; leaves: number; deeper: number; astray: number }>`
    select count(*) filter (where c.parent_id is null) as groups,
      count(*) filter (where c.parent_id is not null) as leaves,
      count(*) filter (where p.parent_id is not null) as deeper,
      (select count(*) from listings l join categories lc on lc.id = l.category_id where lc.parent_id is null) as astray
    from categories c left join categories p on p.id = c.parent_id`.execute(db)
  expect(rows[0]).toMatchObject({ deeper: 0, astray: 0 })
  expect(rows[0]?.groups).toBeGreaterThanOrEqual(12)
  expect(rows[0]?.leaves).toBeGreaterThanOrEqual(80)
})

test('the demo market shows every state a person can meet, and its money adds up', async () => {
  const listings = await db.selectFrom('listings').select('status').distinct().execute()
  const endedStates = ['archived', 'refunded', 'deleted']
  expect(listings.map((row) => row.status).toSorted()).toEqual(
    publicStatuses.filter((status) => !endedStates.includes(status)).toSorted(),
  )
  const responses = await db.selectFrom('responses').select('status').distinct().execute()
  expect(responses.map((row) => row.status).toSorted()).toEqual(responseStatuses.toSorted())
  expect(await db.selectFrom('payment_invariant_violations').selectAll().execute()).toEqual([])
})

test('live demo listings are still open, and only confirmed people answered them', async () => {
  const { rows } = await sql`
    select l.title from listings l left join responses r on r.listing_id = l.id left join users u on u.id = r.user_id
    where l.status = 'published' and (l.expires_at < now() or l.deadline < now()) or not u.is_verified`.execute(
    db,
  )
  expect(rows).toEqual([])
})
