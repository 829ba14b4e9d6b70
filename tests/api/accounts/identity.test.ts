import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { type Account, contactData, launchData, signPairs } from '#tests/support/people/launch-data.ts'
import { newAccount } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const account = newAccount()
const token = () => api.ctx.config.BOT_TOKEN
const timeIn = (ms = 0) => new Date(api.ctx.now().getTime() + ms)
const seconds = (ms = 0) => String(Math.floor(timeIn(ms).getTime() / 1000))
const genuineLaunch = (sender: Account = account) => launchData(sender, token(), timeIn())
const signLaunch = (...pairs: [string, string][]) =>
  signPairs([['user', JSON.stringify(account)], ['auth_date', seconds()], ...pairs], token())

/** The three API calls that accept launch data instead of a session. */
const loginCalls = {
  login: (launch: string, telegram_id = account.id) =>
    callWith(launch)('POST /auth/login', { body: { telegram_id } }),
  check: (launch: string, telegram_id = account.id) =>
    callWith(launch)('POST /api/users/check', { query: { telegram_id }, body: {} }),
  create: (launch: string, telegram_id = account.id) =>
    callWith(launch)('POST /api/users/create', { body: { telegram_id } }),
}
const callWith = (launch: string) =>
  createCaller(api.server, launch ? { authorization: `tma ${launch}` } : {})
const countPeople = async () => (await api.ctx.db.selectFrom('users').select('id').execute()).length

const refusals: [string, () => string][] = [
  ['nothing', () => ''],
  ['a forged user', () => genuineLaunch().replace(String(account.id), String(account.id + 1))],
  ['a forged hash', () => genuineLaunch().replace(/hash=.{8}/, 'hash=00000000')],
  ['no hash', () => genuineLaunch().replace(/&?hash=[^&]*/, '')],
  ['a duplicated key', () => `${genuineLaunch()}&query_id=other`],
  ['a signed duplicated key', () => signLaunch(['start_param', 'a'], ['start_param', 'b'])],
  ['a line feed in a value', () => signLaunch(['start_param', 'a\nuser=b'])],
  ['a launch of another bot', () => launchData(account, '1234567:AAother', timeIn())],
  ['no user', () => signPairs([['auth_date', seconds()]], token())],
  ['a contact instead of a launch', () => contactData(account, '+79990000000', token(), timeIn())],
  ['more than 8 KiB', () => signLaunch(['start_param', 'a'.repeat(limits.launch.bytes)])],
]

describe.each(Object.entries(loginCalls))('%s refuses', (_call, logIn) => {
  test.each(refusals)('%s', async (_name, launch) => {
    const countBefore = await countPeople()
    expect(await codeOf(logIn(launch()))).toBe('init_data_required')
    expect(await countPeople()).toBe(countBefore)
  })

  test('a launch older than a day, and one forged as well', async () => {
    const expiredLaunch = launchData(account, token(), timeIn(-limits.launch.maxAgeMs - 5000))
    expect(await codeOf(logIn(expiredLaunch))).toBe('session_expired')
    expect(await codeOf(logIn(expiredLaunch.replace(String(account.id), '7')))).toBe('init_data_required')
  })

  test('a launch from the future, which one of the two clocks must answer for', async () => {
    const futureLaunch = launchData(account, token(), timeIn(limits.launch.maxAheadMs + 5000))
    expect(await codeOf(logIn(futureLaunch))).toBe('clock_wrong')
    expect(await codeOf(logIn(futureLaunch.replace(String(account.id), '7')))).toBe('init_data_required')
    expect(await countPeople()).toBe(0)
  })

  test('the telegram id of somebody else', async () => {
    expect(await codeOf(logIn(genuineLaunch(), account.id + 1))).toBe('not_owner')
    expect(await countPeople()).toBe(0)
  })
})

test('the launch data may also stand in the body', async () => {
  const account = newAccount()
  const init_data = genuineLaunch(account)
  const { exists } = await callWith('')('POST /api/users/check', {
    query: { telegram_id: account.id },
    body: { init_data },
  })
  expect(exists).toBe(false)
})
