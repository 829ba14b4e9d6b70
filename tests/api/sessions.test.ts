import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api.ts'
import { caller, codeOf, type Door } from '#tests/support/call.ts'
import { login, newAccount, type Person } from '#tests/support/people.ts'
import { eventually } from '#tests/workers/stage.ts'

const minute = 60_000

let api: Api
let other: Door
beforeAll(async () => {
  api = await openApi()
  other = await api.another()
})

const agents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36',
}
/** Logs in with a launch of its own on a device. */
async function open(account: Person['account'], device: keyof typeof agents): Promise<Person> {
  api.ahead(1000)
  const server: Door = {
    inject: (options) =>
      api.server.inject({ ...options, headers: { ...options.headers, 'user-agent': agents[device] } }),
  }
  return login({ ctx: api.ctx, server }, account)
}
/** The same session at the other process. */
const beside = ({ token }: Person) => caller(other, { authorization: `Bearer ${token}` })
const list = ({ call }: Person) => call('GET /api/users/sessions')

test('a person sees where they are logged in, the present session marked', async () => {
  const phone = await open(newAccount(), 'ios')
  const tablet = await open(phone.account, 'android')
  await open(newAccount(), 'ios')
  const sessions = await list(phone)
  expect(sessions.map(({ device, is_current }) => ({ device, is_current }))).toEqual([
    { device: 'android', is_current: false },
    { device: 'ios', is_current: true },
  ])
  const since = Date.parse(sessions[1]?.created_at ?? '')
  api.ahead(20 * minute)
  await list(phone)
  const [used] = await list(phone)
  expect(used?.is_current).toBe(true)
  expect(Date.parse(used?.last_seen_at ?? '') - since).toBeGreaterThan(20 * minute - 1000)
  expect((await list(tablet)).find(({ is_current }) => is_current)?.device).toBe('android')
})

test('all others end at once in every process, and their launch opens no new one', async () => {
  const phone = await open(newAccount(), 'ios')
  const tablet = await open(phone.account, 'android')
  // Both processes know the session by now.
  for (const call of [tablet.call, beside(tablet)]) await call('GET /api/users/sessions')
  expect(await phone.call('POST /api/users/sessions/end', { body: {} })).toHaveLength(1)
  const ended = async () => (await codeOf(beside(tablet)('GET /api/users/sessions'))) === 'session_expired'
  await eventually(ended, 2000)
  await eventually(async () => (await codeOf(list(tablet))) === 'session_expired', 2000)
  expect(await codeOf(list(phone))).toBe('accepted')
  const again = caller(api.server, { authorization: `tma ${tablet.launch}` })
  expect(await codeOf(again('POST /auth/login', { body: { telegram_id: phone.account.id } }))).toBe(
    'session_expired',
  )
})

test('one is ended by its number, nobody else’s', async () => {
  const phone = await open(newAccount(), 'ios')
  const tablet = await open(phone.account, 'android')
  const stranger = await open(newAccount(), 'ios')
  const theirs = (await list(stranger))[0]?.id
  const body = { session: theirs }
  await phone.call('POST /api/users/sessions/end', { body })
  expect(await codeOf(list(stranger))).toBe('accepted')
  const own = (await list(phone)).find(({ device }) => device === 'android')?.id
  await phone.call('POST /api/users/sessions/end', { body: { session: own } })
  await eventually(async () => (await codeOf(list(tablet))) === 'session_expired', 2000)
  expect(await codeOf(list(phone))).toBe('accepted')
})

test('a session is believed for thirty seconds without a word of its end, and no longer', async () => {
  const anna = await open(newAccount(), 'ios')
  await list(anna)
  // An end that nobody told of, as when the connection that listens was lost.
  await api.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: api.ctx.now().toISOString(), revoke_reason: 'ended' })
    .where('user_id', '=', anna.id)
    .execute()
  expect(await codeOf(list(anna))).toBe('accepted')
  api.ahead(28_000)
  expect(await codeOf(list(anna))).toBe('accepted')
  api.ahead(2_000)
  expect(await codeOf(list(anna))).toBe('session_expired')
})
