import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { login, newAccount, type Person } from '#tests/support/people/people.ts'

let api: Api
let anna: Person
beforeAll(async () => {
  api = await openApi()
  anna = await login(api)
})

const headersOf = async (method: 'GET' | 'POST', url: string, authorization?: string) => {
  const answer = await api.server.inject({
    method,
    url,
    ...(authorization && { headers: { authorization } }),
  })
  return answer.headers
}

test('what is answered to one person is stored by nobody on the way', async () => {
  const account = newAccount()
  const launch = `tma ${launchData(account, api.ctx.config.BOT_TOKEN, api.ctx.now())}`
  const annasAuthorization = `Bearer ${anna.token}`
  for (const [method, url, authorization] of [
    ['POST', '/auth/login', launch],
    ['GET', '/api/users/export', annasAuthorization],
    ['GET', `/api/users/full_user_info?user_id=${anna.id}`, annasAuthorization],
    ['GET', '/api/projects/my_responses', annasAuthorization],
    ['GET', '/api/projects/my_responses', undefined],
  ] as const)
    expect([url, (await headersOf(method, url, authorization))['cache-control']]).toEqual([url, 'no-store'])
})

test('reference lists may be kept', async () => {
  expect((await headersOf('GET', '/api/all_categories'))['cache-control']).toContain('max-age=300')
})

test('no page may ask for a camera, a microphone or a place', async () => {
  for (const url of ['/', '/api/all_categories', '/nothing']) {
    const policy = String((await headersOf('GET', url))['permissions-policy'])
    for (const feature of ['camera=()', 'microphone=()', 'geolocation=()', 'payment=()'])
      expect(policy.split(', ')).toContain(feature)
  }
})
