import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access, Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { errors } from '#contract/errors.ts'
import { buildServer } from '#services/api/server.ts'
import { readConfig } from '#services/core/config/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import specified from '#tests/support/api/specified-calls.json' with { type: 'json' }

const table = Object.entries(calls) as [string, Call][]
/** Replaces `{id}` (specification) and `:id` (router) by the same placeholder. */
const withoutParameterNames = (name: string) => name.replace(/\{\w+\}|:\w+/g, '{}')
const isSpecified = (name: string) => specifiedNames.has(withoutParameterNames(name))
const specifiedNames = new Set(Object.values(specified).flat().map(withoutParameterNames))

test('the specification has 117 calls', () => {
  expect(Object.values(specified).flat()).toHaveLength(117)
  expect(specifiedNames.size).toBe(117)
})

test('every call is specified, or says why it exists', () => {
  const unexplained = table.filter(([name, call]) => !isSpecified(name) && !call.added)
  expect(unexplained.map(([name]) => name)).toEqual([])
  const wronglyExplained = table.filter(([name, call]) => isSpecified(name) && call.added)
  expect(wronglyExplained.map(([name]) => name)).toEqual([])
})

test('every call names its refusals from the one list', () => {
  const unknown = table.flatMap(([name, call]) =>
    (call.errors ?? []).filter((code) => !(code in errors)).map((code) => `${name}: ${code}`),
  )
  expect(unknown).toEqual([])
})

/** All API calls that need no session, by what they need instead. */
const openCalls: Partial<Record<Extract<Access, string>, string[]>> = {
  launch: ['POST /auth/login', 'POST /api/users/check', 'POST /api/users/create'],
  provider: ['GET /pay/robokassa/result', 'POST /pay/robokassa/result'],
  ticket: ['GET /chat/stream'],
  anyone: [
    'GET /api/all_categories',
    'GET /api/all_categories/tree',
    'GET /api/all_terms',
    'GET /api/all_vacancies',
    'GET /api/all_vacancies/tree',
    'GET /api/app/get_currencies',
    'GET /api/app/operator',
    'GET /api/app/telegram_link',
    'GET /api/category/:id',
    'GET /api/user_spec_list',
    'GET /api/users/user_spec_list',
    'GET /files/:key',
    'GET /health/live',
    'GET /health/ready',
    'GET /pay/robokassa/fail',
    'POST /pay/robokassa/fail',
    'POST /pay/robokassa/success',
    'GET /pay/robokassa/success',
    'POST /api/app/client_error',
  ],
}

test.each(Object.entries(openCalls))('the calls open to %s are exactly these', (access, names) => {
  const namesOfAccess = table.filter(([, call]) => call.access === access).map(([name]) => name)
  expect(namesOfAccess.sort()).toEqual([...names].sort())
})

describe('the server', () => {
  // Database and Redis are unreachable. A refusal therefore proves that the server refused before it read any data.
  const unreachable = { database_url: 'postgres://127.0.0.1:9/none', redis_url: 'redis://127.0.0.1:9' }
  const deployment = { ...unreachable, secrets: newSecrets(), people_file: '' }
  const environment = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  const ctx = createContext(readConfig({ ...environment, NODE_ENV: 'test', LOG_LEVEL: 'silent' }), 'test')
  let app: Awaited<ReturnType<typeof buildServer>>['app']
  beforeAll(async () => {
    app = (await buildServer(ctx)).app
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await closeContext(ctx)
  })

  /** A request for this call, with a value for each path parameter and without a body. */
  function requestOf(name: string) {
    const [method = '', path = ''] = name.split(' ')
    return { method: method as 'GET', url: path.replace(/:\w+/g, '1') }
  }

  test('answers every call of the table', () => {
    const callsWithoutRoute = table.filter(([name]) => {
      const [method = '', url = ''] = name.split(' ')
      return !app.hasRoute({ method: method as 'GET', url })
    })
    expect(callsWithoutRoute.map(([name]) => name)).toEqual([])
  })

  const closedCalls = table.filter(([, { access }]) => typeof access !== 'string' || !(access in openCalls))
  test.each(closedCalls.map(([name]) => name))('%s is closed to strangers', async (name) => {
    for (const authorization of ['', 'Bearer x', 'tma user=1', 'Basic YTpi']) {
      const headers = authorization ? { authorization } : {}
      const answer = await app.inject({ ...requestOf(name), headers })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthenticated'])
    }
  })

  test.each(openCalls.launch ?? [])('%s is closed without launch data', async (name) => {
    for (const authorization of ['', 'Bearer x', 'tma user=%7B%22id%22%3A1%7D&auth_date=1&hash=00']) {
      const answer = await app.inject({ ...requestOf(name), headers: { authorization } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'init_data_required'])
    }
  })
})
