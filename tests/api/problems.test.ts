import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ErrorCode, errors } from '#contract/errors.ts'
import errors_en from '#contract/texts/en/errors.json' with { type: 'json' }
import errors_ru from '#contract/texts/ru/errors.json' with { type: 'json' }
import { type Api, openApi } from '#tests/support/api.ts'
import { login, type Person } from '#tests/support/people.ts'
import { newOrder, responseTo } from '#tests/support/sample.ts'

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

const create = (payload: string, headers = { 'content-type': 'application/json' }): InjectOptions => ({
  method: 'POST',
  url: '/api/projects/create',
  headers,
  payload,
})
const text = (content: string, fields: Record<string, unknown>) =>
  JSON.stringify({ project_add: { ...newOrder().project_add, subtitle: content, ...fields } })
const nul = String.fromCharCode(0)
const edit = (fields: object): InjectOptions => ({ method: 'POST', url: '/api/projects', payload: fields })

/** Whatever is wrong with a request, the answer says so in one shape; nothing is our own failure. */
const wrong: [string, ErrorCode, () => InjectOptions][] = [
  ['an unknown address', 'not_found', () => ({ method: 'GET', url: '/api/nothing' })],
  ['an unknown method', 'not_found', () => ({ method: 'PUT', url: '/api/projects' })],
  ['broken JSON', 'malformed', () => create('{"project_add":')],
  ['a poisoned prototype', 'malformed', () => create('{"__proto__":{"a":1}}')],
  ['another content type', 'unsupported_type', () => create('<a/>', { 'content-type': 'text/xml' })],
  ['too large a body', 'too_large', () => create(text('а'.repeat(200_000), {}))],
  ['a list instead of fields', 'invalid_input', () => create('[]')],
  ['a word instead of fields', 'invalid_input', () => create('"word"')],
  ['no fields', 'invalid_input', () => create('{}')],
  ['half a character', 'invalid_input', () => create(text('\ud800 and ten letters', {}))],
  [
    'a character that Postgres cannot keep',
    'invalid_input',
    () => create(text(`${nul} and ten letters`, {})),
  ],
  ['the same in a filter', 'invalid_input', () => edit({ filters: { language: nul } })],
  ['the same in a search', 'invalid_input', () => edit({ filters: { search: nul } })],
  ['an unknown sorting', 'invalid_input', () => edit({ sort: 'id; drop table users' })],
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
    () => create(text('Десять букв и больше', { currency_id: 99_999 })),
  ],
  ['a currency beyond Postgres', 'invalid_input', () => create(text('Десять букв', { currency_id: 1e12 }))],
  ['a category beyond Postgres', 'invalid_input', () => create(text('Десять букв', { category_id: 1e12 }))],
  ['a filter beyond Postgres', 'invalid_input', () => edit({ filters: { category_id: 1e12 } })],
]

describe.each([
  ['ru-RU,ru;q=0.9,en;q=0.8', errors_ru],
  ['en-GB,en', errors_en],
])('in %s', (language, words) => {
  test.each(wrong)('%s is %s', async (_name, code, request) => {
    const options = request()
    const headers = { ...options.headers, 'accept-language': language }
    const answer = await send({ ...options, headers })
    const problem = answer.json()
    expect(problem.code).toBe(code)
    expect(answer.statusCode).toBe(errors[code])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(Object.keys(problem).sort()).toEqual(['code', 'details', 'message', 'request_id', 'statusCode'])
    expect(problem.statusCode).toBe(errors[code])
    expect(problem.message).toBe(words[`errors.${code}`])
    expect(problem.request_id).toMatch(/^[\da-f-]{36}$/)
    if (code === 'invalid_input') expect(problem.details.fields[0].path).toEqual(expect.any(String))
  })
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

test('too many requests are told when to come back; the provider is never sent away', async () => {
  const strict = await openApi({ RATE_LIMIT_PER_MINUTE: '2' })
  const url = '/api/all_terms'
  const answers = []
  for (const _ of [1, 2, 3]) answers.push(await strict.server.inject({ method: 'GET', url }))
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429])
  expect(answers[2]?.json()).toMatchObject({ code: 'too_many_requests', statusCode: 429 })
  expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
  const result = await strict.server.inject({ method: 'POST', url: '/pay/robokassa/result' })
  expect(result.json()).toMatchObject({ code: 'provider_refused' })
})
