import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { takeInfrastructure } from './support/infrastructure.ts'

/** The settings of the connections that serve lists: one plan per text, never a sort. */
const settings = '-c plan_cache_mode=force_generic_plan -c enable_sort=off -c enable_bitmapscan=off'

let db: Db
beforeAll(async () => {
  const { database_url } = await takeInfrastructure()
  db = connect(database_url, { settings })
})
afterAll(() => db.destroy())

const sorts = {
  newest: 'listed_at desc, id desc',
  high_budget: 'price_base desc nulls last, id desc',
  low_budget: 'price_base, id',
  min_competition: 'responses_count, id',
  close_deadline: 'deadline, id',
}

for (const [name, order] of Object.entries(sorts))
  for (const category of [false, true])
    test(`a page of live orders by ${name}${category ? ' in a category' : ''} reads its index and sorts nothing`, async () => {
      const filter = category ? 'and category_id = 201' : ''
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(`
        select id from listings where kind = 'order' and status = 'published' ${filter}
          and price_base between 100 and 1000000 and experience_min <= 3 and is_remote
        order by ${order} limit 11 offset 20`)}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain(`Index Only Scan using listings_live_${category ? 'category_' : ''}${name} `)
      expect(plan).not.toContain('Sort')
    })
