import { type AddressInfo, connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errors } from '#contract/errors.ts'
import errors_en from '#contract/texts/en/errors.json' with { type: 'json' }
import errors_ru from '#contract/texts/ru/errors.json' with { type: 'json' }
import { type Api, openApi } from '#tests/support/api/api.ts'
import { newOrder, responseTo } from '#tests/support/orders/sample.ts'
import { login, type Person } from '#tests/support/people/people.ts'

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await login(api)
})

async function send(options: InjectOptions) {
  const headers = { authorization: `Bearer ${anna.token}`, ...options.headers }
  return api.server.inject({ ...options, headers })
}

const json = { 'content-type': 'application/json' }
const createRequest = (payload: string, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: '/api/projects/create',
  headers,
  payload,
})
const text = (content: string, fields: Record<string, unknown>) =>
  JSON.stringify({ project_add: { ...newOrder().project_add, subtitle: content, ...fields } })
const nul = String.fromCharCode(0)
const editRequest = (fields: object): InjectOptions => ({
  method: 'POST',
  url: '/api/projects',
  payload: fields,
})

/** Every invalid request is refused with an error of the same format, and none causes a server error. */
const invalidRequests: [string, ErrorCode, () => InjectOptions][] = [
  ['an unknown address', 'not_found', () => ({ method: 'GET', url: '/api/nothing' })],
  [
    'another method of a known address',
    'method_not_allowed',
    () => ({ method: 'PUT', url: '/api/projects' }),
  ],
  ['an unknown method of an unknown address', 'not_found', () => ({ method: 'PUT', url: '/api/nothing' })],
  ['a packed body', 'encoded_body', () => createRequest('{}', { ...json, 'content-encoding': 'gzip' })],
  ['broken JSON', 'malformed', () => createRequest('{"project_add":')],
  ['a poisoned prototype', 'malformed', () => createRequest('{"__proto__":{"a":1}}')],
  ['another content type', 'unsupported_type', () => createRequest('<a/>', { 'content-type': 'text/xml' })],
  ['too large a body', 'too_large', () => createRequest(text('а'.repeat(200_000), {}))],
  ['a list instead of fields', 'body_not_object', () => createRequest('[]')],
  ['a word instead of fields', 'body_not_object', () => createRequest('"word"')],
  ['nothing at all in JSON', 'body_not_object', () => createRequest('null')],
  [
    'JSON that is called plain text',
    'body_not_object',
    () => createRequest('{}', { 'content-type': 'text/plain' }),
  ],
  ['no fields', 'invalid_input', () => createRequest('{}')],
  ['half a character', 'invalid_input', () => createRequest(text('\ud800 and ten letters', {}))],
  [
    'a character that Postgres cannot keep',
    'invalid_input',
    () => createRequest(text(`${nul} and ten letters`, {})),
  ],
  ['the same in a filter', 'invalid_input', () => editRequest({ filters: { language: nul } })],
  ['the same in a search', 'invalid_input', () => editRequest({ filters: { search: nul } })],
  ['an unknown sorting', 'invalid_input', () => editRequest({ sort: 'id; drop table users' })],
  ['an id that is no number', 'invalid_input', () => ({ method: 'GET', url: '/api/projects/x/full_info' })],
  [
    'an unsafe id',
    'invalid_input',
    () => ({ method: 'GET', url: `/api/projects/${'9'.repeat(16)}/full_info` }),
  ],
  [
    'an id that nothing has',
    'not_found',
    () => ({ method: 'GET', url: '/api/projects/999999999999/full_info' }),
  ],
  [
    'a foreign currency',
    'invalid_input',
    () => createRequest(text('Десять букв и больше', { currency_id: 99_999 })),
  ],
  [
    'a currency beyond Postgres',
    'invalid_input',
    () => createRequest(text('Десять букв', { currency_id: 1e12 })),
  ],
  [
    'a category beyond Postgres',
    'invalid_input',
    () => createRequest(text('Десять букв', { category_id: 1e12 })),
  ],
  ['a filter beyond Postgres', 'invalid_input', () => editRequest({ filters: { category_id: 1e12 } })],
]

describe.each([
  ['ru-RU,ru;q=0.9,en;q=0.8', errors_ru],
  ['en-GB,en', errors_en],
])('in %s', (language, message) => {
  test.each(invalidRequests)('%s is %s', async (_name, code, request) => {
    const options = request()
    const headers = { ...options.headers, 'accept-language': language }
    const answer = await send({ ...options, headers })
    const problem = answer.json()
    expect(problem.code).toBe(code)
    expect(answer.statusCode).toBe(errors[code])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(problem).sort()).toEqual(['code', 'details', 'message', 'request_id', 'statusCode'])
    expect(problem.statusCode).toBe(errors[code])
    expect(problem.message).toBe(message[`errors.${code}`])
    expect(problem.request_id).toMatch(/^[\da-f-]{36}$/)
    if (code === 'invalid_input') expect(problem.details.fields[0].path).toEqual(expect.any(String))
  })
})

const lists = ['/api/projects', '/api/vacancy', '/api/users/get_all_users']

test.each(lists)(
  '%s takes no list and no null for its filters, and an empty body as the first page',
  async (url) => {
    const postPayload = (payload?: string) => send({ method: 'POST', url, headers: json, payload })
    for (const body of ['[]', '[{"per_page":5}]', 'null', '5', '"filters"'])
      expect([body, (await postPayload(body)).json().code]).toEqual([body, 'body_not_object'])
    for (const body of [undefined, '', '{}'])
      expect((await postPayload(body)).json().pagination).toMatchObject({ page: 1 })
  },
)

test.each([
  ['GET', '/api/projects/create', 'POST, PATCH'],
  ['POST', '/api/projects/12/full_info', 'GET, HEAD'],
  ['PUT', '/api/vacancy/12', 'PATCH, DELETE'],
  ['DELETE', '/api/vacancy/12/full_info?x=1', 'GET, HEAD'],
  ['PATCH', '/api/projects/', 'POST'],
  ['GET', '/auth/login', 'POST'],
  ['DELETE', '/health/live', 'GET, HEAD'],
] as const)('%s %s says which methods there are', async (method, url, allowedMethods) => {
  const answer = await send({ method, url })
  expect([answer.statusCode, answer.headers.allow?.toString().split(', ').sort()]).toEqual([
    405,
    allowedMethods.split(', ').sort(),
  ])
  expect(answer.json().details).toEqual({ allowed: expect.arrayContaining(allowedMethods.split(', ')) })
})

test('a packed body is refused whatever it holds, by every call, and one that says it is plain is read', async () => {
  const gzipped = gzipSync('{"filters":{}}')
  const postEncoded = (url: string, encoding: string, payload: string | Buffer) =>
    send({ method: 'POST', url, headers: { ...json, 'content-encoding': encoding }, payload })
  for (const encoding of ['gzip', 'deflate', 'br', 'GZIP'])
    for (const url of ['/api/projects', '/auth/login', '/api/files/upload']) {
      const answer = await postEncoded(url, encoding, gzipped)
      expect([answer.statusCode, answer.headers['accept-encoding']]).toEqual([415, 'identity'])
    }
  expect((await postEncoded('/api/projects', 'identity', '{}')).statusCode).toBe(200)
})

test('without a language the answer is Russian', async () => {
  const problem = (await api.server.inject({ method: 'GET', url: '/api/projects/my_responses' })).json()
  expect(problem).toMatchObject({ code: 'unauthenticated', message: errors_ru['errors.unauthenticated'] })
})

test('a response to an order names the wrong field by its path', async () => {
  const payload = responseTo(1, { response_text: ' ' }).body
  const answer = await send({ method: 'POST', url: '/api/projects/add_resp', payload })
  expect(answer.json().details.fields).toMatchObject([{ path: 'response.response_text' }])
})

describe('what Node cannot read as HTTP', () => {
  let port = 0
  beforeAll(async () => {
    const server = await api.startAnother()
    await server.listen({ host: '127.0.0.1', port: 0 })
    port = (server.server.address() as AddressInfo).port
  })

  /** Returns everything that the server writes to a connection after receiving the given bytes. */
  async function answerTo(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.end(bytes)
    return readAll(socket)
  }

  test.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', 'malformed'],
    [
      'two lengths',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'malformed',
    ],
    ['two hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 'malformed'],
    ['one host twice', 'GET /health/live HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n', 'malformed'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 'too_large'],
  ] as const)('%s has the shape of every problem', async (_name, bytes, code) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${errors[code]} `)
    const problem = JSON.parse(body)
    expect(problem).toMatchObject({ code, statusCode: errors[code], message: errors_ru[`errors.${code}`] })
    expect(Object.keys(problem).sort()).toEqual(['code', 'details', 'message', 'request_id', 'statusCode'])
  })
})
