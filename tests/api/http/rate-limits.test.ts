import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls/index.ts'
import { rateGroupOf } from '#contract/rates.ts'
import { openCounters } from '#services/api/request/rate-counters.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { login, type Person } from '#tests/support/people/people.ts'

/**
 * `strictServer` has the rate limits of production. People log in through the other process, so logins do not use up
 * these limits.
 */
let api: Api
let strictServer: Api['server']
beforeAll(async () => {
  api = await openApi()
  strictServer = await api.startAnother({ RATE_LIMIT_SCALE: '1' })
})

type Request = {
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  person?: Person
  payload?: object
  ip?: string
}
function sendRequest({ method = 'POST', url, person, payload, ip }: Request, server = strictServer) {
  const headers = person ? { authorization: `Bearer ${person.token}` } : {}
  return server.inject({
    method,
    url,
    headers,
    ...(payload && { payload }),
    ...(ip && { remoteAddress: ip }),
  })
}

/** Statuses of the answers to the given number of equal requests, sent one after another. */
async function repeatRequest(times: number, request: Request): Promise<number[]> {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await sendRequest(request)).statusCode)
  return statuses
}

describe('each group has its own count', () => {
  test('payment links: ten an hour, then the problem with Retry-After; other calls go on', async () => {
    const anna = await login(api)
    const link = {
      url: '/pay/generate-payment-robokassa',
      person: anna,
      payload: { project_id: 999_999, payment_type: 'project' },
    }
    expect(new Set(await repeatRequest(10, link))).toEqual(new Set([404]))
    const refusal = await sendRequest(link)
    expect(refusal.statusCode).toBe(429)
    const problem = refusal.json()
    expect(problem).toMatchObject({ statusCode: 429, code: 'too_many_requests' })
    const waitSeconds = Number(refusal.headers['retry-after'])
    expect(waitSeconds).toBeGreaterThan(3500)
    expect(waitSeconds).toBeLessThanOrEqual(3600)
    expect(problem.details.retry_after).toBe(waitSeconds)
    const otherCall = { method: 'GET', url: '/api/projects/my_responses', person: anna } as const
    expect((await sendRequest(otherCall)).statusCode).toBe(200)
    const boris = await login(api)
    expect((await sendRequest({ ...link, person: boris })).statusCode).toBe(404)
  })

  test('writes of different calls are counted together', async () => {
    const anna = await login(api)
    const editRequest = { url: '/api/users/edit_user_is_free?is_free=true', person: anna }
    const role = { url: '/api/users/edit_user_role?is_client=true', person: anna }
    await repeatRequest(59, editRequest)
    expect((await sendRequest(role)).statusCode).toBe(200)
    expect((await sendRequest(role)).statusCode).toBe(429)
    expect((await sendRequest(editRequest)).statusCode).toBe(429)
  })

  test('logins: ten a minute from one address, whoever they are; a network of IPv6 is one address', async () => {
    const attempt = (ip: string) => sendRequest({ url: '/auth/login', ip })
    for (let n = 0; n < 10; n++) expect((await attempt(`2001:db8:1:1::${n + 1}`)).statusCode).toBe(401)
    expect((await attempt('2001:db8:1:1::ffff')).statusCode).toBe(429)
    expect((await attempt('2001:db8:1:2::1')).statusCode).toBe(401)
  })

  test('client errors: ten a minute', async () => {
    const reportRequest = { url: '/api/app/client_error', payload: { message: 'x' }, ip: '10.1.0.1' }
    const statuses = await repeatRequest(11, reportRequest)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  test('whoever shows no valid session is counted for the address', async () => {
    const strangerRequest = { method: 'GET', url: '/api/projects/my_responses', ip: '10.1.0.2' } as const
    const statuses = await repeatRequest(301, strangerRequest)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]))
    expect(statuses.at(-1)).toBe(429)
  })

  test('the provider and health checks are never sent away', async () => {
    const unlimitedCalls = Object.keys(calls).filter(
      (name) => rateGroupOf(name as keyof typeof calls) === null,
    )
    expect(unlimitedCalls.sort()).toEqual([
      'GET /health/live',
      'GET /health/ready',
      'GET /pay/robokassa/result',
      'POST /pay/robokassa/result',
    ])
    const statuses = await repeatRequest(50, { url: '/pay/robokassa/result', ip: '10.1.0.3' })
    expect(new Set(statuses)).toEqual(new Set([400]))
  })
})

test('every call that changes something is limited, and uploads as uploads', () => {
  for (const [name, call] of Object.entries(calls)) {
    const group = rateGroupOf(name as keyof typeof calls)
    if (call.access !== 'provider' && !name.startsWith('GET ')) expect(group, name).not.toBeNull()
    if ('upload' in call) expect(group, name).toBe('uploads')
  }
})

/** Rate limits in the specification and in docs/reliability.md: number of calls, and the period in seconds. */
const figures: [name: string, request: Request, calls: number, seconds: number][] = [
  ['login', { url: '/auth/login' }, 10, 60],
  ['registration', { url: '/api/users/check' }, 20, 60],
  ['reads', { method: 'GET', url: '/api/projects/my_responses' }, 1500, 300],
  ['searches', { url: '/api/projects', payload: {} }, 60, 60],
  ['searches for people', { url: '/api/users/get_all_users', payload: {} }, 60, 60],
  ['writes', { url: '/api/users/edit_user_is_free?is_free=true' }, 60, 60],
  ['payment links', { url: '/pay/generate-payment-robokassa', payload: {} }, 10, 3600],
  ['messages', { url: '/chat/send_msg', payload: {} }, 20, 60],
  ['rooms', { url: '/chat/create_room', payload: {} }, 20, 86_400],
  ['uploads', { url: '/api/files/upload', payload: {} }, 30, 1800],
  ['deletions', { method: 'DELETE', url: '/api/files/delete', payload: {} }, 30, 1800],
  ['client errors', { url: '/api/app/client_error', payload: { message: 'x' } }, 10, 60],
  ['the mini-app’s page', { method: 'GET', url: '/' }, 600, 300],
  ['any other page', { method: 'GET', url: '/order/1' }, 600, 300],
  ['an address that is none', { method: 'GET', url: '/nothing' }, 600, 300],
  ['openapi.json', { method: 'GET', url: '/openapi.json' }, 600, 300],
  ['docs', { method: 'GET', url: '/docs' }, 600, 300],
]
test.each(figures)('%s have their figures', async (_name, request, calls, seconds) => {
  const { headers } = await sendRequest({ ...request, person: await login(api), ip: '10.2.0.1' })
  expect(Number(headers['x-ratelimit-limit'])).toBe(calls)
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(seconds - 30)
  expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(seconds)
})

test('pages and documents are counted together for an address, and refused beyond', async () => {
  const limitedServer = await api.startAnother({ RATE_LIMIT_SCALE: String(2 / 600) })
  const status = async (url: string) =>
    (await sendRequest({ method: 'GET', url, ip: '10.2.0.2' }, limitedServer)).statusCode
  expect([await status('/nothing'), await status('/openapi.json')]).toEqual([404, 200])
  for (const url of ['/', '/nothing', '/openapi.json', '/docs']) expect(await status(url)).toBe(429)
})

describe('several processes and Redis', () => {
  test('requests of one moment are counted one by one, each with its own time', async () => {
    await expect.poll(() => api.ctx.redis.status).toBe('ready')
    const Counters = openCounters(api.ctx)
    const counters = new Counters({} as ConstructorParameters<typeof Counters>[0])
    const name = crypto.randomUUID()
    const count = (key: string, ms: number) =>
      new Promise<{ current: number; ttl: number }>((resolve, reject) => {
        counters.incr(`${key}-${name}`, (error, count) => (count ? resolve(count) : reject(error)), ms, 10)
      })
    const incrementCalls = Array.from({ length: 120 }, () => count('messages', 60_000))
    const firstCount = await count('deletions', 1_800_000)
    expect((await Promise.all(incrementCalls)).map(({ current }) => current)).toEqual(
      incrementCalls.map((_, index) => index + 1),
    )
    expect(firstCount.current).toBe(1)
    expect(firstCount.ttl).toBeGreaterThan(1_700_000)
    expect((await count('messages', 60_000)).ttl).toBeLessThanOrEqual(60_000)
  })

  test('processes count together', async () => {
    const second = await api.startAnother({ RATE_LIMIT_SCALE: '1' })
    const anna = await login(api)
    const link = {
      url: '/pay/generate-payment-robokassa',
      person: anna,
      payload: { project_id: 999_999, payment_type: 'project' },
    }
    const statuses = []
    for (let n = 0; n <= 10; n++)
      statuses.push((await sendRequest(link, n % 2 ? second : strictServer)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
  })

  test('reads are counted together too, to the last one', async () => {
    const scaleEnvironment = { RATE_LIMIT_SCALE: String(20 / 1500) }
    const [firstServer, secondServer] = [
      await api.startAnother(scaleEnvironment),
      await api.startAnother(scaleEnvironment),
    ]
    const readCall = { method: 'GET', url: '/api/projects/my_responses', person: await login(api) } as const
    const statuses = []
    for (let n = 0; n < 22; n++)
      statuses.push((await sendRequest(readCall, n % 2 ? secondServer : firstServer)).statusCode)
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
  })

  test('a count goes on where it was when Redis leaves, and where Redis has it when it is back', async () => {
    const ownApi = await openApi({ RATE_LIMIT_SCALE: '1' })
    const { redis } = ownApi.ctx
    await expect.poll(() => redis.status).toBe('ready')
    const Counters = openCounters(ownApi.ctx)
    const counters = new Counters({} as ConstructorParameters<typeof Counters>[0])
    const key = `messages-${crypto.randomUUID()}`
    const count = () =>
      new Promise<{ current: number; ttl: number }>((resolve, reject) => {
        counters.incr(key, (error, result) => (result ? resolve(result) : reject(error)), 60_000, 10)
      })
    for (const current of [1, 2, 3]) expect(await count()).toMatchObject({ current })
    redis.disconnect()
    await expect.poll(() => redis.status).toBe('end')
    const { current, ttl } = await count()
    expect(current).toBe(4)
    expect(ttl).toBeGreaterThan(50_000)
    expect(ttl).toBeLessThanOrEqual(60_000)
    await redis.connect()
    expect(await count()).toMatchObject({ current: 4 })
  })

  test('without Redis the API answers, and each process counts for itself', async () => {
    const isolatedApi = await openApi({ RATE_LIMIT_SCALE: '1' })
    isolatedApi.ctx.redis.disconnect()
    const anna = await login(isolatedApi)
    expect(await codeOf(anna.call('GET /api/projects/my_responses'))).toBe('accepted')
    const link = { body: { project_id: 999_999, payment_type: 'project' as const } }
    const codes = []
    for (let n = 0; n <= 10; n++)
      codes.push(await codeOf(anna.call('POST /pay/generate-payment-robokassa', link)))
    expect(codes).toEqual([...Array(10).fill('not_found'), 'too_many_requests'])
  })
})
