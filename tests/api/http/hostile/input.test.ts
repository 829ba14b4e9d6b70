import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { freelancer, login, type Person } from '#tests/support/people/people.ts'

/** Every wrong or malicious input gets an answer, and no input causes a server error. */

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await login(api)
  await publishedOrder(api)
  await freelancer(api)
})

const base64 = (text: string) => Buffer.from(text).toString('base64url')

async function statusOf(
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await api.server.inject({
    method: payload ? 'POST' : 'GET',
    url,
    ...(payload && { payload }),
    headers: { authorization: `Bearer ${anna.token}`, ...headers },
  })
  if (answer.statusCode < 400) return 'answered'
  const { code } = answer.json()
  expect(errors[code as keyof typeof errors]).toBe(answer.statusCode)
  return code
}

test.each([
  '-"foo bar"',
  '"foo bar"',
  '-foo',
  'foo -"bar',
  "d'artagnan",
  "'",
  '!',
  'a or',
  '-',
  '\\',
  ':*',
  'foo:*',
  '<->',
])('a search for %s finds people and listings, or none', async (search) => {
  for (const url of ['/api/users/get_all_users', '/api/projects', '/api/vacancy'])
    expect(await statusOf(url, { filters: { search } })).toBe('answered')
  expect(await statusOf('/api/projects', { filters: { exclude: search } })).toBe('answered')
})

test('the last word of a search for people may be unfinished, what is excluded stays excluded', async () => {
  const vera = await login(api)
  const body = { user_id: vera.id, description: 'Рисую комиксы и раскадровки' }
  await vera.call('POST /api/users/edit_user_role', { query: { user_id: vera.id, is_contractor: true } })
  await api.ctx.db
    .updateTable('users')
    .set({ description: body.description })
    .where('id', '=', vera.id)
    .execute()
  const findPeople = async (search: string) => {
    const { items } = await anna.call('POST /api/users/get_all_users', { body: { filters: { search } } })
    return items.some(({ id }) => id === vera.id)
  }
  expect(await findPeople('комиксы раскадр')).toBe(true)
  expect(await findPeople('комиксы -раскадровки')).toBe(false)
  expect(await findPeople('комиксы -"и раскадровки"')).toBe(false)
})

const dates = [
  '2026-02-31 10:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-13-01 00:00:00+00',
  '2026-01-01 24:00:00+00',
]
test.each([
  ...dates.flatMap((key) =>
    ['newest', 'close_deadline'].map((sort) => ['/api/projects', sort, JSON.stringify([sort, key, 1])]),
  ),
  ['/api/projects', 'high_budget', '["high_budget","1e308",1]'],
  ['/api/projects', 'high_budget', '["high_budget","1.5",1]'],
  ['/api/projects', 'newest', '["newest","2026-01-01 10:00:00+00",1e308]'],
  ...['newest', 'experience', 'completed'].flatMap((sort) =>
    ['1e308:1', '1.5:1', '1:1.5', '1:1e308'].map((place) => ['/api/users/get_all_users', sort, place]),
  ),
  ['/api/users/get_all_users', 'experience', '9007199254740991:1'],
  ['/api/users/get_all_users', 'rating', '1e308:1'],
] as [string, string, string][])('%s by %s refuses the cursor %s', async (url, sort, cursor) => {
  expect(await statusOf(url, { sort, pagination: { cursor: base64(cursor) } })).toBe('invalid_input')
})

test('an address that is none is a page or a refusal', async () => {
  // If the mini-app is not built, the answer is "unavailable" (503).
  const page = existsSync('web/dist/index.html') ? 200 : 503
  const { port } = new URL(await api.server.listen({ port: 0 }))
  for (const path of [
    '//',
    '///',
    '//evil.example',
    '/?',
    '/%',
    '/%00',
    '/%2f%2f',
    '/..//',
    '//[',
    '/\\',
    '/order/1//',
  ])
    for (const accept of ['text/html', '*/*']) {
      const request = get({ port, path, headers: { accept } })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      answer.resume()
      expect([path, answer.statusCode]).toEqual([path, expect.toBeOneOf([page, 400, 404])])
    }
})

const numbers = [
  '1e308',
  '1.5',
  '-1',
  '0',
  '1e3',
  '9223372036854775808',
  '99999999999999999999',
  '0x10',
  'NaN',
  '٣',
]
test.each(numbers)('%s is no id, no page and no amount that breaks anything', async (number) => {
  for (const url of [
    `/api/projects/${number}/full_info`,
    `/api/listings/${number}/responses`,
    `/api/users/full_user_info?user_id=${number}`,
    `/api/users/${anna.id}/reviews?page=${number}&per_page=${number}`,
    `/api/responses/${number}`,
    `/chat/room_msgs/${number}?before_id=${number}`,
  ])
    expect(await statusOf(url)).toMatch(/answered|invalid_input|not_found/)
  for (const value of [number, Number(number)])
    for (const filters of [
      { price_from: value },
      { category_id: value },
      { currency_id: value },
      { author_id: value },
      { rating_from: value },
    ])
      for (const url of ['/api/projects', '/api/users/get_all_users'])
        expect(await statusOf(url, { filters, pagination: { page: value } })).toMatch(
          /answered|invalid_input/,
        )
})

test('moments far away, half characters and foreign prototypes are refused or read', async () => {
  const text = { title: 'Сайт кофейни', subtitle: 'Нужен сайт с меню и картой', category_id: 101, price: 100 }
  for (const deadline of ['+275760-09-13T00:00:00.000Z', '2026-12-01T25:00:00Z', '9999-12-31', '31.02.2026'])
    expect(await statusOf('/api/projects/create', { project_add: { ...text, deadline } })).toBe(
      'invalid_input',
    )
  for (const title of ['a\0bc', '\ud800abc'])
    expect(await statusOf('/api/projects/create', { project_add: { ...text, title } })).toBe('invalid_input')
  const poisonedObject = JSON.parse('{"__proto__":{"role":"admin"}}')
  expect(await statusOf('/api/projects', poisonedObject)).toMatch(/answered|malformed/)
})
