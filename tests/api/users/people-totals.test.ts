import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recordStatements } from '#tests/load/recording.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { login } from '#tests/support/people/people.ts'

/** How many people match is remembered for a moment where they are many, and is right for each who asks. */

let api: Api
let clock: number
beforeAll(async () => {
  api = await openApi()
  clock = api.ctx.now().getTime()
  api.ctx.now = () => new Date(clock)
})

async function settle(city: string, from: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (telegram_id, full_name, city, is_contractor)
    select ${from}::bigint + n, 'Фрилансер ' || n, ${city}, true from generate_series(1, ${count}::int) n
    returning id`.execute(api.ctx.db)
  return rows.map(({ id }) => Number(id))
}

test('of many people the total is counted once for all, without those whom a viewer does not see', async () => {
  const [one = 0, other = 0] = await settle('Муром', 7_100_000_000, 120)
  await settle('Елец', 7_200_000_000, 40)
  const [reader, blocking, blocked] = [await login(api), await login(api), await login(api)]
  await api.ctx.db
    .insertInto('user_blocks')
    .values([
      { user_id: blocking.id, blocked_id: one },
      { user_id: blocking.id, blocked_id: reader.id },
      { user_id: other, blocked_id: blocked.id },
      { user_id: one, blocked_id: blocked.id },
    ])
    .execute()
  const look = async (viewer: typeof reader, city: string, page = 1) => {
    const body = { filters: { city }, pagination: { page, per_page: 50 } }
    let total: number | undefined
    const statements = await recordStatements(async () => {
      total = (await viewer.call('POST /api/users/get_all_users', { body })).pagination.total
    })
    return [total, statements.some(({ text }) => text.includes('as all'))]
  }
  expect(await look(reader, 'Муром')).toEqual([120, true])
  expect(await look(reader, 'Муром', 3)).toEqual([120, false])
  expect(await look(blocking, 'Муром')).toEqual([119, false])
  expect(await look(blocked, 'Муром', 3)).toEqual([118, false])
  // Behind the end too.
  expect(await look(blocked, 'Муром', 9)).toEqual([118, false])
  // Few are counted at every moment.
  expect(await look(reader, 'Елец')).toEqual([40, true])
  await settle('Елец', 7_300_000_000, 1)
  expect(await look(reader, 'Елец')).toEqual([41, true])
  // What was counted serves for two seconds.
  await settle('Муром', 7_400_000_000, 1)
  clock += 2000
  expect(await look(reader, 'Муром')).toEqual([121, true])
})
