import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createSessionCache } from '#services/api/request/session.ts'
import { revokeSessions } from '#services/users/sessions/sessions.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { login, newAccount, type Person } from '#tests/support/people/people.ts'

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await login(api)
})

type Fields = Record<string, unknown>
const decodePart = (encoded: string | undefined): Fields =>
  JSON.parse(Buffer.from(encoded ?? '', 'base64url').toString())
const encodePart = (fields: Fields) => Buffer.from(JSON.stringify(fields)).toString('base64url')

/**
 * Returns Anna's token with a changed header and changed claims. It is signed with the real key unless another
 * `algorithm` or `key` is given.
 */
function token(header: Fields, claims: Fields, algorithm = 'sha256', key?: string): string {
  const [head, body] = anna.token.split('.')
  const text = `${encodePart({ ...decodePart(head), ...header })}.${encodePart({ ...decodePart(body), ...claims })}`
  const secret = key ?? api.ctx.config.JWT_SECRETS.split(':')[1] ?? ''
  return `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`
}

const callWithToken = (bearer: string, server = api.server) =>
  codeOf(createCaller(server, { authorization: `Bearer ${bearer}` })('GET /api/projects/my_responses'))
const now = () => Math.floor(api.ctx.now().getTime() / 1000)

describe('a token opens the door only as it was issued', () => {
  test('a copy made with the key is accepted, so that the refusals below mean something', async () => {
    expect(await callWithToken(token({}, {}))).toBe('accepted')
  })

  test.each<[string, () => string]>([
    ['without a signature', () => `${token({ alg: 'none' }, {}).split('.').slice(0, 2).join('.')}.`],
    ['signed by HS512', () => token({ alg: 'HS512' }, {}, 'sha512')],
    ['signed by HS512 and calling it HS256', () => token({}, {}, 'sha512')],
    ['of another key', () => token({}, {}, 'sha256', 'x'.repeat(64))],
    ['of an unknown key id', () => token({ kid: 'second' }, {})],
    ['without a key id', () => token({ kid: undefined }, {})],
    ['with a key id from the prototype', () => token({ kid: '__proto__' }, {})],
    ['without an expiry', () => token({}, { exp: undefined })],
    ['without a time of issue', () => token({}, { iat: undefined })],
    ['without a person', () => token({}, { sub: undefined })],
    ['without a session', () => token({}, { sid: undefined })],
    ['for another audience', () => token({}, { aud: 'chat' })],
    ['without an audience', () => token({}, { aud: undefined })],
    ['of another issuer', () => token({}, { iss: 'somebody' })],
    ['without an issuer', () => token({}, { iss: undefined })],
    ['of another person for this session', () => token({}, { sub: String(anna.id + 1) })],
    ['of a session that is not there', () => token({}, { sid: crypto.randomUUID() })],
    ['that is no token', () => 'eyJ.eyJ.x'],
    ['that is empty', () => ''],
  ])('%s', async (_name, makeToken) => {
    expect(await callWithToken(makeToken())).toBe('unauthenticated')
  })

  test('expired', async () => {
    expect(await callWithToken(token({}, { iat: now() - 7200, exp: now() - 3600 }))).toBe('session_expired')
  })

  test('that promises itself a longer life than an hour', async () => {
    const callWithTokenOfAge = (seconds: number) =>
      callWithToken(token({}, { iat: now() - seconds, exp: now() + 24 * 3600 }))
    expect([await callWithTokenOfAge(3590), await callWithTokenOfAge(3610)]).toEqual([
      'accepted',
      'session_expired',
    ])
  })
})

test('a token of a rotated key still counts, and the new key signs', async () => {
  const [kid = '', secret = ''] = api.ctx.config.JWT_SECRETS.split(':')
  const rotatedApi = await openApi({ JWT_SECRETS: `next:${'n'.repeat(64)},${kid}:${secret}` })
  const boris = await login(rotatedApi)
  expect(decodePart(boris.token.split('.')[0])).toMatchObject({ alg: 'HS256', kid: 'next' })
  const [, body] = boris.token.split('.')
  const text = `${encodePart({ alg: 'HS256', typ: 'JWT', kid })}.${body}`
  const oldToken = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  expect(await callWithToken(oldToken, rotatedApi.server)).toBe('accepted')
})

test('a token says when it ends: an hour after the login', async () => {
  const account = newAccount()
  const launch = launchData(account, api.ctx.config.BOT_TOKEN, api.ctx.now())
  const launchCaller = createCaller(api.server, { authorization: `tma ${launch}` })
  const secondsBefore = Math.floor(api.ctx.now().getTime() / 1000)
  const { tokens } = await launchCaller('POST /auth/login', { body: { telegram_id: account.id } })
  const expiresSeconds = Date.parse(tokens.expires_at) / 1000
  expect(expiresSeconds - secondsBefore).toBeGreaterThanOrEqual(3600)
  expect(expiresSeconds - secondsBefore).toBeLessThan(3610)
  expect(decodePart(tokens.access_token.split('.')[1])).toMatchObject({
    exp: expiresSeconds,
    iat: expiresSeconds - 3600,
    iss: 'otklik',
    aud: 'otklik-app',
  })
})

test('what a checked token says is remembered until the moment of its end', () => {
  let nowMs = 0
  const cache = createSessionCache({ ...api.ctx, now: () => new Date(nowMs) })
  const claims = { sub: 1, sid: 'session', exp: 100 } as unknown as Parameters<typeof cache.storeClaims>[1]
  cache.storeClaims('Bearer token', claims)
  nowMs = 99_999
  expect(cache.findClaims('Bearer token')).toBe(claims)
  nowMs = 100_000
  expect(cache.findClaims('Bearer token')).toBeUndefined()
})

test('a session that ended with a role begins again from the same launch', async () => {
  const boris = await login(api)
  expect(await callWithToken(boris.token)).toBe('accepted')
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, boris.id, 'role_changed', api.ctx.now()))
  await expect.poll(() => callWithToken(boris.token), { timeout: 3000, interval: 20 }).toBe('session_expired')
  const callWithLaunch = createCaller(api.server, { authorization: `tma ${boris.launch}` })
  const { tokens } = await callWithLaunch('POST /auth/login', { body: { telegram_id: boris.account.id } })
  await expect
    .poll(() => callWithToken(tokens.access_token), { timeout: 3000, interval: 20 })
    .toBe('accepted')
})

// tests/races/two-processes.test.ts contains the same test with real processes.
test('a revoked session ends at once, also where it is remembered', async () => {
  const boris = await login(api)
  const otherServer = await api.startAnother()
  const servers = [api.server, otherServer]
  for (const server of servers) expect(await callWithToken(boris.token, server)).toBe('accepted')
  await api.ctx.db.transaction().execute((tx) => revokeSessions(tx, boris.id, 'blocked', api.ctx.now()))
  for (const server of servers)
    await expect
      .poll(() => callWithToken(boris.token, server), { timeout: limits.sessionCache.ms / 10, interval: 20 })
      .toBe('session_expired')
  expect(await callWithToken(anna.token)).toBe('accepted')
  // A login with the launch data of a revoked session does not open the session again.
  const callWithLaunch = createCaller(api.server, { authorization: `tma ${boris.launch}` })
  expect(await codeOf(callWithLaunch('POST /auth/login', { body: { telegram_id: boris.account.id } }))).toBe(
    'session_expired',
  )
})
