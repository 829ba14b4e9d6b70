import { beforeAll, expect, test } from 'vitest'
import { createSessionCache } from '#services/api/request/session.ts'
import {
  findSession,
  openSession,
  recordUse,
  revokeSessions,
  sessionRequest,
} from '#services/users/sessions/sessions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller, type RequestTarget } from '#tests/support/api/call.ts'
import { login, newAccount, type Person } from '#tests/support/people/people.ts'
import { eventually } from '#tests/support/run/eventually.ts'

const minute = 60_000

let api: Api
let secondServer: RequestTarget
beforeAll(async () => {
  api = await openApi()
  secondServer = await api.startAnother()
})

const agents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
  android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36',
}
/** Logs in on a device with new launch data. */
async function logInFrom(account: Person['account'], device: keyof typeof agents): Promise<Person> {
  api.advanceClock(1000)
  const server: RequestTarget = {
    inject: (options) =>
      api.server.inject({ ...options, headers: { ...options.headers, 'user-agent': agents[device] } }),
  }
  return login({ ctx: api.ctx, server }, account)
}
/** Sends calls with the same session to the other API process. */
const callSecondServer = ({ token }: Person) =>
  createCaller(secondServer, { authorization: `Bearer ${token}` })
const list = ({ call }: Person) => call('GET /api/users/sessions')

test('a person sees where they are logged in, the present session first and marked', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  const tablet = await logInFrom(phone.account, 'android')
  await logInFrom(newAccount(), 'ios')
  const sessions = await list(phone)
  expect(sessions.map(({ device, is_current }) => ({ device, is_current }))).toEqual([
    { device: 'ios', is_current: true },
    { device: 'android', is_current: false },
  ])
  const createdAt = Date.parse(sessions[0]?.created_at ?? '')
  api.advanceClock(20 * minute)
  await list(phone)
  const [phoneSession] = await list(phone)
  expect(phoneSession?.is_current).toBe(true)
  expect(Date.parse(phoneSession?.last_seen_at ?? '') - createdAt).toBeGreaterThan(20 * minute - 1000)
  expect((await list(tablet)).find(({ is_current }) => is_current)?.device).toBe('android')
})

test('of many sessions the list has the present one and the 99 that were used last', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  // Each of these sessions was created later than the one before it, and the first 30 were used after all of them.
  const nowMs = api.ctx.now().getTime()
  const rows = Array.from({ length: 130 }, (_, n) => ({
    user_id: phone.id,
    launch_hash: `many sessions ${n}`,
    created_at: new Date(nowMs + n).toISOString(),
    last_seen_at: n < 30 ? new Date(nowMs + 1000 - n).toISOString() : null,
  }))
  await api.ctx.db.insertInto('sessions').values(rows).execute()
  const sessions = await list(phone)
  expect(sessions.map(({ is_current }) => is_current)).toEqual([true, ...Array(99).fill(false)])
  expect(sessions.slice(1).map(({ created_at }) => Date.parse(created_at))).toEqual(
    [...rows.slice(0, 30), ...rows.slice(61).reverse()].map(({ created_at }) => Date.parse(created_at)),
  )
})

test('a launch whose session is in use finds it again', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  api.advanceClock(20 * minute)
  await list(phone)
  const sameLaunch = createCaller(api.server, { authorization: `tma ${phone.launch}` })
  await sameLaunch('POST /auth/login', { body: { telegram_id: phone.account.id } })
  const rows = await rowsOf(phone)
  expect(rows.map(({ revoked_at }) => revoked_at)).toEqual([null])
  expect(rows[0]?.last_seen_at).not.toBeNull()
})

test('all others end at once in every process, and their launch opens no new one', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  const tablet = await logInFrom(phone.account, 'android')
  // After these calls, both API processes have the session in their caches.
  for (const call of [tablet.call, callSecondServer(tablet)]) await call('GET /api/users/sessions')
  expect(await phone.call('POST /api/users/sessions/end', { body: {} })).toHaveLength(1)
  const isEnded = async () =>
    (await codeOf(callSecondServer(tablet)('GET /api/users/sessions'))) === 'session_expired'
  await eventually(isEnded, 2000)
  await eventually(async () => (await codeOf(list(tablet))) === 'session_expired', 2000)
  expect(await codeOf(list(phone))).toBe('accepted')
  const sameLaunch = createCaller(api.server, { authorization: `tma ${tablet.launch}` })
  expect(await codeOf(sameLaunch('POST /auth/login', { body: { telegram_id: phone.account.id } }))).toBe(
    'session_expired',
  )
})

test('one is ended by its number, nobody else’s', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  const tablet = await logInFrom(phone.account, 'android')
  const stranger = await logInFrom(newAccount(), 'ios')
  const strangersSession = (await list(stranger))[0]?.id
  const body = { session: strangersSession }
  await phone.call('POST /api/users/sessions/end', { body })
  expect(await codeOf(list(stranger))).toBe('accepted')
  const androidSession = (await list(phone)).find(({ device }) => device === 'android')?.id
  await phone.call('POST /api/users/sessions/end', { body: { session: androidSession } })
  await eventually(async () => (await codeOf(list(tablet))) === 'session_expired', 2000)
  expect(await codeOf(list(phone))).toBe('accepted')
})

const rowsOf = ({ id }: Person) =>
  api.ctx.db
    .selectFrom('sessions')
    .select(['id', 'last_seen_at', 'revoked_at', 'revoke_reason'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
const firstRowOf = async (person: Person) => (await rowsOf(person))[0] ?? { id: '', last_seen_at: null }

/** The context of the product with a clock that the test sets. */
function contextWithClock() {
  const clock = { at: api.ctx.now().getTime() }
  return { clock, ctx: { ...api.ctx, now: () => new Date(clock.at) } }
}

test('a session is believed for thirty seconds without a word of its end, and no longer', async () => {
  const anna = await logInFrom(newAccount(), 'ios')
  const { id } = await firstRowOf(anna)
  const { clock, ctx } = contextWithClock()
  const sessionCache = createSessionCache(ctx)
  await sessionCache.find(id)
  // Revokes a session without notifying other processes, as after a lost LISTEN connection.
  const revoked_at = ctx.now().toISOString()
  await api.ctx.db
    .updateTable('sessions')
    .set({ revoked_at, revoke_reason: 'ended' })
    .where('user_id', '=', anna.id)
    .execute()
  clock.at += 29_999
  expect((await sessionCache.find(id))?.revoked_at).toBeNull()
  clock.at += 1
  expect(Date.parse((await sessionCache.find(id))?.revoked_at ?? '')).toBe(Date.parse(revoked_at))
})

test('who is told of an end forgets that person’s sessions, and without a name all', async () => {
  const [anna, boris] = [await logInFrom(newAccount(), 'ios'), await logInFrom(newAccount(), 'ios')]
  const sessionCache = createSessionCache(contextWithClock().ctx)
  const ids = [(await firstRowOf(anna)).id, (await firstRowOf(boris)).id]
  const areSessionsEnded = async () =>
    (await Promise.all(ids.map(sessionCache.find))).map((one) => one?.revoked_at !== null)
  expect(await areSessionsEnded()).toEqual([false, false])
  await api.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: api.ctx.now().toISOString(), revoke_reason: 'ended' })
    .where('id', 'in', ids)
    .execute()
  sessionCache.forget(anna.id)
  expect(await areSessionsEnded()).toEqual([true, false])
  sessionCache.forget()
  expect(await areSessionsEnded()).toEqual([true, true])
})

test('an end that is told while its session is being read is not forgotten', async () => {
  const anna = await logInFrom(newAccount(), 'ios')
  const { id } = await firstRowOf(anna)
  const sessionCache = createSessionCache(contextWithClock().ctx)
  const pendingRead = sessionCache.find(id)
  // If a notification arrives while a session is read, the stale session is not cached.
  sessionCache.forget(anna.id)
  expect((await pendingRead)?.revoked_at).toBeNull()
  await api.ctx.db
    .updateTable('sessions')
    .set({ revoked_at: api.ctx.now().toISOString(), revoke_reason: 'ended' })
    .where('id', '=', id)
    .execute()
  expect((await sessionCache.find(id))?.revoked_at).not.toBeNull()
})

test('who is blocked loses their own sessions; an earlier one keeps when and why it ended', async () => {
  const [anna, boris] = [await logInFrom(newAccount(), 'ios'), await logInFrom(newAccount(), 'ios')]
  const earlierRevocation = { revoked_at: '2026-01-01T00:00:00Z', revoke_reason: 'ended' } as const
  await api.ctx.db.updateTable('sessions').set(earlierRevocation).where('user_id', '=', anna.id).execute()
  const olga = await logInFrom(newAccount(), 'ios')
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, anna.id, 'blocked', api.ctx.now()))
  expect(await rowsOf(anna)).toMatchObject([earlierRevocation])
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, boris.id, 'blocked', api.ctx.now()))
  expect(await rowsOf(boris)).toMatchObject([{ revoke_reason: 'blocked' }])
  expect(await rowsOf(anna)).toMatchObject([earlierRevocation])
  expect((await rowsOf(olga)).map(({ revoked_at }) => revoked_at)).toEqual([null])
})

test('the use of a session is written down once in five minutes, of no other and never after its end', async () => {
  const [anna, boris] = [await logInFrom(newAccount(), 'ios'), await logInFrom(newAccount(), 'ios')]
  const { clock, ctx } = contextWithClock()
  const { id } = await firstRowOf(anna)
  const seenLast = async () => Date.parse((await firstRowOf(anna)).last_seen_at ?? '')
  const lastSeenAfter = async (ms: number) => {
    clock.at += ms
    const session = await findSession(ctx, id)
    if (session) await recordUse(ctx, id, session)
    return seenLast()
  }
  const first = await lastSeenAfter(5 * minute + 2000)
  expect(first).toBe(ctx.now().getTime())
  expect(await lastSeenAfter(5 * minute)).toBe(first)
  const second = await lastSeenAfter(1)
  expect(second).toBe(ctx.now().getTime())
  expect((await firstRowOf(boris)).last_seen_at).toBeNull()
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, anna.id, 'blocked', ctx.now()))
  clock.at += 6 * minute
  expect(await createSessionCache(ctx).find(id)).toBeDefined()
  expect(await seenLast()).toBe(second)
})

test('one launch is one session, however often it knocks at once', async () => {
  const anna = await logInFrom(newAccount(), 'ios')
  const ctx = { ...api.ctx, device: null }
  const ids = await Promise.all(
    Array.from({ length: 6 }, () => openSession(ctx, anna.id, sessionRequest(ctx, 'another launch'))),
  )
  expect(new Set(ids).size).toBe(1)
  expect(await rowsOf(anna)).toHaveLength(2)
})

test('a changed role ends what lasts, and only the launch that comes back lives on', async () => {
  const phone = await logInFrom(newAccount(), 'ios')
  const tablet = await logInFrom(phone.account, 'android')
  const lostPhone = await logInFrom(phone.account, 'ios')
  const stranger = await logInFrom(newAccount(), 'ios')
  const ids = await rowsOf(phone)
  await phone.call('POST /api/users/sessions/end', { body: { session: ids[2]?.id } })
  for (const { id } of [phone, stranger])
    await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, id, 'role_changed', api.ctx.now()))
  const restoreSession = ({ id, launch }: Person) =>
    openSession(api.ctx, id, sessionRequest({ ...api.ctx, device: null }, launch))
  expect(await restoreSession(tablet)).toBe(ids[1]?.id)
  const reasons = async (person: Person) => (await rowsOf(person)).map(({ revoke_reason }) => revoke_reason)
  // A session that the person ended cannot be opened again.
  expect(await reasons(phone)).toEqual(['role_changed', null, 'ended'])
  expect((await rowsOf(phone)).map(({ revoked_at }) => revoked_at === null)).toEqual([false, true, false])
  expect(await reasons(stranger)).toEqual(['role_changed'])
  await expect(restoreSession(lostPhone)).rejects.toMatchObject({ code: 'session_expired' })
})

test('an app left open does not make anew whom it was deleted with', async () => {
  const anna = await logInFrom(newAccount(), 'ios')
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id } })
  const launchCaller = createCaller(api.server, { authorization: `tma ${anna.launch}` })
  expect(await codeOf(launchCaller('POST /auth/login', { body: {} }))).toBe('session_expired')
  const accounts = api.ctx.db.selectFrom('users').select('id').where('telegram_id', '=', anna.account.id)
  expect(await accounts.execute()).toEqual([])
  const annaLater = await logInFrom(anna.account, 'ios')
  expect(annaLater.id).not.toBe(anna.id)
})
