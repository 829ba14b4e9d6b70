import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { runSlowRead } from '#db/heavy.ts'
import { clientOptions } from '#db/index.ts'
import { recordStatements, type Statement } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { login, type Person } from '#tests/support/people/people.ts'

/**
 * A listing has five thousand responses. The cost of reading their list must depend on the size of a page, not on the
 * number of responses.
 */

const answeredCount = 5000
const page = 'GET /api/listings/:id/responses'

let api: Api
let anna: Person
let params: { id: number }
beforeAll(async () => {
  api = await openApi()
  const publishedListing = await publishedOrder(api)
  anna = publishedListing.anna
  params = { id: publishedListing.order.id }
  await fillResponses(params.id)
})

/** Inserts 5000 responses: response n arrives at second n and costs 6000 - n roubles; every 50th is shortlisted. */
async function fillResponses(listing_id: number): Promise<void> {
  const { db } = api.ctx
  await sql`insert into users (telegram_id, full_name, rating)
    select 8000000000 + n, 'Отклик ' || n, null from generate_series(1, ${answeredCount}::int) n`.execute(db)
  await sql`insert into responses (listing_id, user_id, response_text, price, currency_id, status, created_at, boosted_at,
      response_type)
    select ${listing_id}, id, 'Отклик ' || n, (6000 - n) * 100, 1,
      case when n % 50 = 0 then 'shortlisted' when n = 7 then 'declined' else 'no_show' end,
      '2026-01-01Z'::timestamptz + n * interval '1 second',
      case n when 100 then '2026-03-02Z'::timestamptz when 4999 then '2026-03-01Z' end,
      case when n in (100, 4999) then 20 else 200 end
    from (select id, (telegram_id - 8000000000)::int as n from users where telegram_id between 8000000001 and 8000999999) person`.execute(
    db,
  )
  await sql`analyze responses, users`.execute(api.owner)
}

const numbers = (items: { response_text: string }[]) =>
  items.map(({ response_text }) => Number(response_text.slice(7)))

test('a page has places, totals and the way to the next; boosts lead by the time of payment', async () => {
  const first = await anna.call(page, { params, query: { per_page: 4 } })
  expect(first.total).toEqual({ all: 4999, shortlisted: 100, declined: 1 })
  expect(numbers(first.items)).toEqual([4999, 100, 1, 2])
  expect(first.items.map(({ place }) => place)).toEqual([1, 2, 3, 4])
  const second = await anna.call(page, { params, query: { per_page: 4, cursor: first.next_cursor ?? '' } })
  expect(numbers(second.items)).toEqual([3, 4, 5, 6])
  expect(second.items.map(({ place }) => place)).toEqual([5, 6, 7, 8])
})

test('every sort and pile goes through all its pages without a repeat', async () => {
  for (const [query, expected] of [
    [{ sort: 'new' }, [5000, 4999, 4998]],
    [{ sort: 'cheap' }, [5000, 4999, 4998]],
    [{ sort: 'rating' }, [1, 2, 3]],
    [{ group: 'shortlisted' }, [100, 50, 150]],
    [{ group: 'declined' }, [7]],
  ] as const) {
    const { items } = await anna.call(page, { params, query: { ...query, per_page: 3 } })
    expect(numbers(items)).toEqual(expected)
  }
  const seenIds: number[] = []
  let cursor: string | undefined
  do {
    const listPage = await anna.call(page, {
      params,
      query: { group: 'shortlisted', per_page: 40, ...(cursor && { cursor }) },
    })
    seenIds.push(...numbers(listPage.items))
    cursor = listPage.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seenIds).size).toBe(100)
  expect(seenIds).toHaveLength(100)
})

test('a foreign cursor, and one of another sort, is refused', async () => {
  const { next_cursor } = await anna.call(page, { params })
  for (const cursor of [
    next_cursor ?? '',
    'bm9uc2Vuc2U',
    Buffer.from('new:Infinity:1').toString('base64url'),
  ])
    expect(await codeOf(anna.call(page, { params, query: { sort: 'new', cursor } }))).toBe('invalid_input')
})

test('old clients get two hundred: boosts, those picked out and the latest, by their places', async () => {
  const allIds = numbers(await anna.call('GET /api/projects/:id/responses', { params }))
  const { responses } = await anna.call('GET /api/projects/:id/full_info', { params })
  expect(numbers(responses)).toEqual(allIds)
  expect(allIds).toHaveLength(200)
  expect(allIds.slice(0, 4)).toEqual([4999, 100, 50, 150])
  expect(allIds.at(-1)).toBe(5000)
})

/** Returns the number of rows that the leaf nodes of a query plan have read. */
function countRowsRead(plan: Record<string, unknown>): number {
  const innerPlans = (plan.Plans ?? []) as Record<string, unknown>[]
  const ownRows = innerPlans.length === 0 ? Number(plan['Actual Rows']) * Number(plan['Actual Loops']) : 0
  return innerPlans.reduce((sum, childPlan) => sum + countRowsRead(childPlan), ownRows)
}

async function cost(statements: Statement[]): Promise<number> {
  const client = new pg.Client(clientOptions(api.ctx.config.DATABASE_URL, {}))
  await client.connect()
  let rows = 0
  for (const { text, values } of statements.filter(({ text }) =>
    /^(\/\*.*\*\/)?\s*(with|select)/.test(text),
  )) {
    const planRows = await client.query(`explain (analyze, format json) ${text}`, values)
    rows += countRowsRead(planRows.rows[0]['QUERY PLAN'][0].Plan)
  }
  await client.end()
  return rows
}

test('a page, the old list and the full page read each response a few times at most', async () => {
  for (const call of [page, 'GET /api/projects/:id/responses', 'GET /api/projects/:id/full_info'] as const) {
    const statements = await recordStatements(async () => {
      await anna.call(call, { params })
    })
    const rows = await cost(statements)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(5 * answeredCount)
  }
})

test('when the client leaves, its question ends; nothing of it stays open', async () => {
  const url = `${await api.server.listen({ port: 0 })}/api/listings/${params.id}/responses`
  const countWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.ctx.db)
    return rows.length
  }
  await api.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table files in access exclusive mode`.execute(tx)
    const abortController = new AbortController()
    const headers = { authorization: `Bearer ${anna.token}` }
    const request = fetch(url, { headers, signal: abortController.signal }).catch(
      (error: Error) => error.name,
    )
    await expect.poll(countWaiting, { interval: 5 }).toBe(1)
    abortController.abort()
    expect(await request).toBe('AbortError')
    await expect.poll(countWaiting, { interval: 5, timeout: 2000 }).toBe(0)
  })
  expect((await anna.call(page, { params })).items).toHaveLength(20)
})

test('reads that hang hold up no write, and reach no connection of others', async () => {
  const { owner } = api
  const countHangingQueries = async () => {
    const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner)
    return rows.map(({ name }) => name)
  }
  const boris = await login(api)
  const requests: Promise<string>[] = []
  await owner.transaction().execute(async (tx) => {
    await sql`lock table files in access exclusive mode`.execute(tx)
    for (let n = 0; n < 8; n++) requests.push(codeOf(anna.call(page, { params })))
    await expect.poll(countHangingQueries, { interval: 5 }).toEqual(['otklik-heavy', 'otklik-heavy'])
    await boris.call('POST /favorites/add_project', { body: { project_id: params.id } })
    expect(await countHangingQueries()).toEqual(['otklik-heavy', 'otklik-heavy'])
  })
  await Promise.all(requests)
})

test('a heavy read has its time, and then the connection is as good as before', async () => {
  const { db, config } = api.ctx
  const poolOptions = { url: config.DATABASE_URL, clientGone: new AbortController().signal, longestMs: 20 }
  await expect(
    runSlowRead(db, poolOptions, (tx) => sql`select pg_sleep(5)`.execute(tx)),
  ).rejects.toMatchObject({
    code: '57014',
  })
  const statements = await recordStatements(async () => {
    await anna.call(page, { params })
  })
  expect(statements.find(({ text }) => text.includes('statement_timeout'))?.values).toEqual(['3000'])
})

test('somebody else has the own response alone, with its true place', async () => {
  const boris = await login(api)
  await sql`update responses set user_id = ${boris.id} where response_text = 'Отклик 10'`.execute(api.ctx.db)
  const listPage = await boris.call(page, { params })
  expect(numbers(listPage.items)).toEqual([10])
  expect(listPage).toMatchObject({ total: { all: 1, shortlisted: 0, declined: 0 }, items: [{ place: 12 }] })
})
