import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { caller, codeOf } from '#tests/support/api/call.ts'
import { type Account, contactData, launchData, signPairs } from '#tests/support/people/launch-data.ts'
import { newAccount } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const someone = newAccount()
const token = () => api.ctx.config.BOT_TOKEN
const at = (ms = 0) => new Date(api.ctx.now().getTime() + ms)
const seconds = (ms = 0) => String(Math.floor(at(ms).getTime() / 1000))
const genuine = (account: Account = someone) => launchData(account, token(), at())
const signed = (...pairs: [string, string][]) =>
  signPairs([['user', JSON.stringify(someone)], ['auth_date', seconds()], ...pairs], token())

/** The three calls that accept launch data instead of a session. */
const doors = {
  login: (raw: string, telegram_id = someone.id) => as(raw)('POST /auth/login', { body: { telegram_id } }),
  check: (raw: string, telegram_id = someone.id) =>
    as(raw)('POST /api/users/check', { query: { telegram_id }, body: {} }),
  create: (raw: string, telegram_id = someone.id) =>
    as(raw)('POST /api/users/create', { body: { telegram_id } }),
}
const as = (raw: string) => caller(api.server, raw ? { authorization: `tma ${raw}` } : {})
const countPeople = async () => (await api.ctx.db.selectFrom('users').select('id').execute()).length

const refusals: [string, () => string][] = [
  ['nothing', () => ''],
  ['a forged user', () => genuine().replace(String(someone.id), String(someone.id + 1))],
  ['a forged hash', () => genuine().replace(/hash=.{8}/, 'hash=00000000')],
  ['no hash', () => genuine().replace(/&?hash=[^&]*/, '')],
  ['a duplicated key', () => `${genuine()}&query_id=other`],
  ['a signed duplicated key', () => signed(['start_param', 'a'], ['start_param', 'b'])],
  ['a line feed in a value', () => signed(['start_param', 'a\nuser=b'])],
  ['a launch of another bot', () => launchData(someone, '1234567:AAother', at())],
  ['no user', () => signPairs([['auth_date', seconds()]], token())],
  ['a contact instead of a launch', () => contactData(someone, '+79990000000', token(), at())],
  ['more than 8 KiB', () => signed(['start_param', 'a'.repeat(limits.launch.bytes)])],
]

describe.each(Object.entries(doors))('%s refuses', (_door, open) => {
  test.each(refusals)('%s', async (_name, raw) => {
    const before = await countPeople()
    expect(await codeOf(open(raw()))).toBe('init_data_required')
    expect(await countPeople()).toBe(before)
  })

  test('a launch older than a day, and one forged as well', async () => {
    const stale = launchData(someone, token(), at(-limits.launch.maxAgeMs - 5000))
    expect(await codeOf(open(stale))).toBe('session_expired')
    expect(await codeOf(open(stale.replace(String(someone.id), '7')))).toBe('init_data_required')
  })

  test('a launch from the future, which one of the two clocks must answer for', async () => {
    const ahead = launchData(someone, token(), at(limits.launch.maxAheadMs + 5000))
    expect(await codeOf(open(ahead))).toBe('clock_wrong')
    expect(await codeOf(open(ahead.replace(String(someone.id), '7')))).toBe('init_data_required')
    expect(await countPeople()).toBe(0)
  })

  test('the telegram id of somebody else', async () => {
    expect(await codeOf(open(genuine(), someone.id + 1))).toBe('not_owner')
    expect(await countPeople()).toBe(0)
  })
})

test('the launch data may also stand in the body', async () => {
  const account = newAccount()
  const init_data = genuine(account)
  const { exists } = await as('')('POST /api/users/check', {
    query: { telegram_id: account.id },
    body: { init_data },
  })
  expect(exists).toBe(false)
})
