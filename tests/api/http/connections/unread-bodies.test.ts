import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { login, type Person } from '#tests/support/people/people.ts'

/** Requests that announce a body and never send it. If the server answers at once, it has not waited for the body. */
const patienceMs = 20_000
let api: Api
let strictServer: Api['server']
let port = 0
let anna: Person
beforeAll(async () => {
  api = await openApi()
  strictServer = await api.startAnother({ RATE_LIMIT_SCALE: '0.01', REQUEST_PATIENCE_MS: String(patienceMs) })
  anna = await login(api)
  await strictServer.listen({ host: '127.0.0.1', port: 0 })
  port = (strictServer.server.address() as AddressInfo).port
})

type BodyRequest = { path: string; token?: string; length?: number | 'chunked' }

/** Status of the answer to a request without its body; 0 if no answer comes within a second. */
async function announceBody({ path, token, length = 200_000 }: BodyRequest): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1' })
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const signal = AbortSignal.timeout(1000)
  const [answer] = await once(socket, 'data', { signal }).catch(() => [''])
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1] ?? 0)
}

describe('a body is not waited for', () => {
  test('by whoever is over the limit of an address', async () => {
    const request = { path: '/api/users/check', length: 100 }
    expect([await announceBody(request), await announceBody(request)]).toEqual([0, 429])
    expect(await announceBody({ path: '/nothing', length: 100 })).toBe(0)
    for (let n = 0; n < 6; n++) await announceBody({ path: '/nothing', length: 0 })
    expect(await announceBody({ path: '/nothing', length: 100 })).toBe(429)
  })

  test('from somebody over the limit of a person, whose first body is', async () => {
    const request = { path: '/pay/generate-payment-robokassa', token: anna.token }
    expect([await announceBody(request), await announceBody(request)]).toEqual([0, 429])
  })

  test('from a stranger, when it is long or of unknown length; then strangers of the address are over their limit', async () => {
    const path = '/api/projects/create'
    expect(await announceBody({ path })).toBe(401)
    expect(await announceBody({ path, token: 'forged', length: 'chunked' })).toBe(401)
    expect(await announceBody({ path, length: 100 })).toBe(0)
    expect(await announceBody({ path, length: 100 })).toBe(429)
  })
})

const postBody = (url: string, payload: string, person?: Person) =>
  api.server.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
  })

test('where no session is needed 16 KB are read, with one 256', async () => {
  const bodyOfSize = (bytes: number) => JSON.stringify({ message: 'x'.repeat(bytes) })
  expect((await postBody('/api/app/client_error', bodyOfSize(16_000))).statusCode).toBe(422)
  expect((await postBody('/api/app/client_error', bodyOfSize(17_000))).statusCode).toBe(413)
  expect((await postBody('/nothing', bodyOfSize(17_000))).statusCode).toBe(413)
  expect((await postBody('/chat/send_msg', bodyOfSize(200_000), anna)).statusCode).toBe(422)
  expect((await postBody('/chat/send_msg', bodyOfSize(270_000), anna)).statusCode).toBe(413)
})

test('what is no JSON is told before who somebody is not, as long as it is short', async () => {
  expect((await postBody('/chat/send_msg', '{')).statusCode).toBe(400)
  expect((await postBody('/chat/send_msg', '{}')).statusCode).toBe(401)
})

test('more than so many lists and objects inside each other are no JSON of ours; signs inside words do not count', async () => {
  const nestedBody = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
  const status = async (payload: string) => (await postBody('/chat/send_msg', payload, anna)).statusCode
  expect(await status(nestedBody(limits.body.depth))).toBe(422)
  expect(await status(nestedBody(limits.body.depth + 2))).toBe(400)
  expect(await status('['.repeat(200_000))).toBe(400)
  expect(await status(JSON.stringify({ content: `\\"${'['.repeat(100)}` }))).toBe(422)
  expect(await status(JSON.stringify(Array.from({ length: 100 }, () => [{}])))).toBe(422)
})
