import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { login } from '#tests/support/people/people.ts'

/**
 * The total of people is counted for each viewer up to 1,000. A larger total is cached for a short time as "more than
 * 1,000".
 */

let api: Api
let clock: number
beforeAll(async () => {
  api = await openApi()
  clock = api.ctx.now().getTime()
  api.ctx.now = () => new Date(clock)
})

async function insertPeople(city: string, firstTelegramId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (telegram_id, full_name, city, is_contractor)
    select ${firstTelegramId}::bigint + n, 'Фрилансер ' || n, ${city}, true from generate_series(1, ${count}::int) n
    returning id`.execute(api.ctx.db)
  return rows.map(({ id }) => Number(id))
}

test('the total counts those whom the viewer sees', async () => {
  const [firstId = 0, secondId = 0] = await insertPeople('Муром', 7_100_000_000, 120)
  const [reader, blocking, blocked] = [await login(api), await login(api), await login(api)]
  await api.ctx.db
    .insertInto('user_blocks')
    .values([
      { user_id: blocking.id, blocked_id: firstId },
      { user_id: blocking.id, blocked_id: reader.id },
      { user_id: secondId, blocked_id: blocked.id },
      { user_id: firstId, blocked_id: blocked.id },
    ])
    .execute()
  const total = async (viewer: typeof reader, city: string, page = 1) => {
    const body = { filters: { city }, pagination: { page, per_page: 50 } }
    const { pagination } = await viewer.call('POST /api/users/get_all_users', { body })
    return [pagination.total, pagination.is_capped]
  }
  for (const page of [1, 3, 9]) {
    expect(await total(reader, 'Муром', page)).toEqual([120, false])
    expect(await total(blocking, 'Муром', page)).toEqual([119, false])
    expect(await total(blocked, 'Муром', page)).toEqual([118, false])
  }
  await insertPeople('Муром', 7_200_000_000, 881)
  const cappedTotal = [limits.totals.exact, true]
  expect(await total(blocking, 'Муром')).toEqual([1000, false])
  expect(await total(reader, 'Муром')).toEqual(cappedTotal)
  expect(await total(blocking, 'Муром')).toEqual(cappedTotal)
  clock += limits.totals.ms
  expect(await total(blocking, 'Муром')).toEqual([1000, false])
})
