import { expect, test } from 'vitest'
import { openRoomWith, roomOf } from '#tests/api/chat/chat-scenes.ts'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

const api = await openApi()
const day = 24 * 60 * 60_000

const show = (person: Person, is_seen_shown: boolean) =>
  person.call('PATCH /api/users/profile', { body: { is_seen_shown } })
const rowOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('users').select('seen_on').where('id', '=', id).executeTakeFirstOrThrow()

test('others learn the day roughly, in the profile and in the room; whoever hides theirs sees nobody else’s', async () => {
  let [anna, boris] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(anna, boris)
  const seen = async () => {
    const { user } = await anna.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    expect((await roomOf(anna, id))?.other_seen).toBe(user.seen)
    return user.seen
  }
  await boris.call('GET /api/blocks')
  expect(await seen()).toBe('today')
  expect(await rowOf(boris)).toEqual({ seen_on: api.ctx.now().toISOString().slice(0, 10) })

  for (const [days, word] of [
    [1, 'week'],
    [5, 'week'],
    [1, 'earlier'],
  ] as const) {
    api.ahead(days * day)
    anna = await login(api, anna.account)
    expect([days, await seen()]).toEqual([days, word])
  }
  boris = await login(api, boris.account)
  await boris.call('GET /api/blocks')
  expect(await seen()).toBe('today')

  await show(anna, false)
  expect(await seen()).toBeNull()
  expect(await rowOf(anna)).toEqual({ seen_on: null })
  await show(anna, true)
  await show(boris, false)
  expect(await seen()).toBeNull()
  api.ahead(day)
  boris = await login(api, boris.account)
  await boris.call('GET /api/blocks')
  expect(await rowOf(boris)).toEqual({ seen_on: null })
  await show(boris, true)
  anna = await login(api, anna.account)
  expect(await seen()).toBe('today')

  const { tables } = await boris.call('GET /api/users/export')
  expect(tables.users).toMatchObject([
    { is_seen_shown: true, seen_on: api.ctx.now().toISOString().slice(0, 10) },
  ])
  await boris.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
  expect((await roomOf(anna, id))?.other_seen).toBeNull()
})
