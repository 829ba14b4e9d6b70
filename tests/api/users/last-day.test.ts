import { expect, test } from 'vitest'
import { openRoomWith, roomOf } from '#tests/api/chat/chat-scenes.ts'
import { openApi } from '#tests/support/api/api.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

const api = await openApi()
const day = 24 * 60 * 60_000

const setShown = (person: Person, is_seen_shown: boolean) =>
  person.call('PATCH /api/users/profile', { body: { is_seen_shown } })
const rowOf = ({ id }: Person) =>
  api.ctx.db.selectFrom('users').select('seen_on').where('id', '=', id).executeTakeFirstOrThrow()

test('others learn the day roughly, in the profile and in the room; whoever hides theirs sees nobody else’s', async () => {
  let [anna, boris] = [await freelancer(api), await freelancer(api)]
  const { id } = await openRoomWith(anna, boris)
  const readLastDay = async () => {
    const { user } = await anna.call('GET /api/users/full_user_info', { query: { user_id: boris.id } })
    expect((await roomOf(anna, id))?.other_seen).toBe(user.seen)
    return user.seen
  }
  await boris.call('GET /api/blocks')
  expect(await readLastDay()).toBe('today')
  expect(await rowOf(boris)).toEqual({ seen_on: api.ctx.now().toISOString().slice(0, 10) })

  for (const [days, expectedText] of [
    [1, 'week'],
    [5, 'week'],
    [1, 'earlier'],
  ] as const) {
    api.advanceClock(days * day)
    anna = await login(api, anna.account)
    expect([days, await readLastDay()]).toEqual([days, expectedText])
  }
  boris = await login(api, boris.account)
  await boris.call('GET /api/blocks')
  expect(await readLastDay()).toBe('today')

  await setShown(anna, false)
  expect(await readLastDay()).toBeNull()
  expect(await rowOf(anna)).toEqual({ seen_on: null })
  await setShown(anna, true)
  await setShown(boris, false)
  expect(await readLastDay()).toBeNull()
  api.advanceClock(day)
  boris = await login(api, boris.account)
  await boris.call('GET /api/blocks')
  expect(await rowOf(boris)).toEqual({ seen_on: null })
  await setShown(boris, true)
  anna = await login(api, anna.account)
  expect(await readLastDay()).toBe('today')

  const { tables } = await boris.call('GET /api/users/export')
  expect(tables.users).toMatchObject([
    { is_seen_shown: true, seen_on: api.ctx.now().toISOString().slice(0, 10) },
  ])
  await boris.call('POST /api/blocks/:user_id', { params: { user_id: anna.id } })
  expect((await roomOf(anna, id))?.other_seen).toBeNull()
})
