import { isValid, sign, signData } from '@tma.js/init-data-node'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { checkContact, checkLaunchData } from './launch-data.ts'

const bot_token = '7000000001:AAFzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZ'
const now = new Date('2026-11-20T12:00:00Z')
const check = { bot_token, now, max_age_ms: limits.launch.maxAgeMs }
const user = { id: 7_000_000_012, first_name: 'Анна', username: 'anna', language_code: 'ru' }
const seconds = (ms = 0) => Math.floor((now.getTime() + ms) / 1000)

/** Signs any key-value pairs as launch data, including invalid pairs that no library would produce. */
function signPairs(pairs: [string, string][], token = bot_token): string {
  const lines = pairs
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('\n')
  return new URLSearchParams([...pairs, ['hash', signData(lines, token)]]).toString()
}

const launch = (extra: Record<string, string> = {}) =>
  signPairs(Object.entries({ user: JSON.stringify(user), auth_date: String(seconds()), ...extra }))

function codeOf(act: () => unknown): string {
  try {
    act()
    return 'accepted'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('a launch contains the person and the start parameter', () => {
  const data = checkLaunchData(launch({ start_param: 'page_order___orderId_12', query_id: 'q' }), check)
  expect(data).toMatchObject({ user, start_param: 'page_order___orderId_12', query_id: 'q' })
  expect(data.auth_date).toBe(seconds())
})

test.each<[string, string]>([
  ['nothing', ''],
  ['a forged user', launch().replace('7000000012', '7000000013')],
  ['no hash', launch().replace(/&hash=.*/, '')],
  ['an upper-case hash', launch().replace(/hash=.*/, (hash) => hash.toUpperCase().replace('HASH', 'hash'))],
  ['a launch of another bot', signPairs([...new URLSearchParams(launch())].slice(0, 2), '1:other')],
  ['a time with letters', launch({ auth_date: `${seconds()}abc` })],
  ['a duplicated key', `${launch()}&start_param=a&start_param=b`],
  ['a duplicated signed key', signPairs([...Object.entries({ user: JSON.stringify(user) }), ...twice()])],
  ['a line feed in a value', launch({ start_param: 'a\nb=c' })],
  ['a carriage return in a key', launch({ 'a\rb': 'c' })],
  ['no user', signPairs([['auth_date', String(seconds())]])],
  ['a user that is a list', launch({ user: '[]' })],
  ['a user that is no JSON', launch({ user: '{' })],
  ['a bot', launch({ user: JSON.stringify({ ...user, is_bot: true }) })],
  ['an id of zero', launch({ user: JSON.stringify({ ...user, id: 0 }) })],
  ['an id beyond safe integers', launch({ user: `{"id":9007199254740993,"first_name":"A"}` })],
  ['an id as text', launch({ user: JSON.stringify({ ...user, id: '7' }) })],
  ['a contact instead of a user', contact({})],
  ['a contact beside a user', launch({ contact: '{}' })],
  ['more than 8 KiB', launch({ start_param: 'a'.repeat(8200) })],
])('%s is refused', (_name, raw) => {
  expect(codeOf(() => checkLaunchData(raw, check))).toBe('init_data_required')
})

test.each(['an\0na', '\ud800anna', 'анна', 'anna<b>', ''])(
  'the impossible username %j is dropped',
  (username) => {
    const text = JSON.stringify({ id: 7, first_name: 'Анна', username })
    expect(checkLaunchData(launch({ user: text }), check).user).toEqual({ id: 7, first_name: 'Анна' })
  },
)

test('a stale launch is session_expired, a forged stale one init_data_required', () => {
  const stale = launch({ auth_date: String(seconds(-limits.launch.maxAgeMs - 2000)) })
  expect(codeOf(() => checkLaunchData(stale, check))).toBe('session_expired')
  expect(codeOf(() => checkLaunchData(stale.replace('anna', 'olga'), check))).toBe('init_data_required')
})

test('null fields are absent, and a null user is refused', () => {
  const nulls = { last_name: null, username: null, language_code: null, photo_url: null, is_premium: null }
  const user = JSON.stringify({ id: 7, first_name: 'Анна', ...nulls })
  expect(checkLaunchData(launch({ user }), check).user).toEqual({ id: 7, first_name: 'Анна' })
  expect(codeOf(() => checkLaunchData(launch({ user: 'null' }), check))).toBe('init_data_required')
  const unnamed = JSON.stringify({ id: 7, first_name: null })
  expect(codeOf(() => checkLaunchData(launch({ user: unnamed }), check))).toBe('init_data_required')
})

test('a contact is valid for five minutes', () => {
  const limit = { ...check, max_age_ms: limits.contact.maxAgeMs }
  const read = checkContact(contact({}), limit)
  expect(read).toMatchObject({ user_id: user.id, phone_number: '+79990000012' })
  expect(codeOf(() => checkContact(contact({}).replace('9990000012', '9990000013'), limit))).toBe(
    'init_data_required',
  )
  const old = contact({ auth_date: String(seconds(-limits.contact.maxAgeMs - 2000)) })
  expect(codeOf(() => checkContact(old, limit))).toBe('session_expired')
  expect(codeOf(() => checkContact(launch(), limit))).toBe('init_data_required')
})

/**
 * Limits of the specification: launch data may be at most one day old, one minute in the future, and 8 KiB long. A
 * shared contact may be at most five minutes old.
 */
describe('limits, at and beyond', () => {
  const day = 86_400_000
  const aged = (ms: number) => launch({ auth_date: String(seconds(ms)) })
  const ofBytes = (bytes: number) => {
    const shorter = launch({ start_param: 'a' })
    return launch({ start_param: 'a'.repeat(1 + bytes - Buffer.byteLength(shorter)) })
  }
  const call = (phone_number: string, extra = {}) =>
    contact({ contact: JSON.stringify({ user_id: user.id, phone_number, ...extra }) })

  test.each<[string, string, string]>([
    ['a launch of a day ago', aged(-day), 'accepted'],
    ['a launch of a day and a second ago', aged(-day - 1000), 'session_expired'],
    ['a launch of a minute ahead', aged(60_000), 'accepted'],
    ['a launch of 61 seconds ahead', aged(61_000), 'clock_wrong'],
    ['8,192 bytes', ofBytes(8192), 'accepted'],
    ['8,193 bytes', ofBytes(8193), 'init_data_required'],
    ['a moment of 13 digits', launch({ auth_date: `0${seconds()}000` }), 'init_data_required'],
    ['the last control character', launch({ start_param: 'a\u007f' }), 'init_data_required'],
    ['the first character after the controls', launch({ start_param: ' ' }), 'accepted'],
    ['a user without a name', launch({ user: '{"id":7}' }), 'init_data_required'],
    ['a user below zero', launch({ user: '{"id":-7,"first_name":"A"}' }), 'init_data_required'],
    ['a user who is no bot', launch({ user: JSON.stringify({ ...user, is_bot: false }) }), 'accepted'],
  ])('%s: %s', (_name, raw, expected) => {
    expect(codeOf(() => checkLaunchData(raw, { ...check, max_age_ms: day }))).toBe(expected)
  })

  test.each<[string, string, string]>([
    ['five minutes old', contact({ auth_date: String(seconds(-300_000)) }), 'accepted'],
    ['a second older', contact({ auth_date: String(seconds(-301_000)) }), 'session_expired'],
    ['of one digit', call('1'), 'accepted'],
    ['of 32 characters', call('1'.repeat(32)), 'accepted'],
    ['of 33 characters', call('1'.repeat(33)), 'init_data_required'],
    ['of nothing', call(''), 'init_data_required'],
    ['of nobody', call('+79990000012', { user_id: 0 }), 'init_data_required'],
    ['beside a user', contact({ user: JSON.stringify(user) }), 'init_data_required'],
  ])('a contact %s: %s', (_name, raw, expected) => {
    expect(codeOf(() => checkContact(raw, { ...check, max_age_ms: 300_000 }))).toBe(expected)
  })

  test('all signed fields are read, and pictures from other hosts are dropped', () => {
    const extra = { query_id: 'q', chat_type: 'sender', chat_instance: '-12', start_param: 's' }
    const more = { last_name: 'Лебедева', is_premium: true, allows_write_to_pm: false }
    const read = (photo_url: string) =>
      checkLaunchData(launch({ ...extra, user: JSON.stringify({ ...user, ...more, photo_url }) }), check)
    const photo_url = 'https://t.me/i/userpic/320/a.svg'
    const hash = expect.stringMatching(/^[\da-f]{64}$/)
    expect(read(photo_url)).toEqual({
      ...extra,
      auth_date: 1_795_176_000,
      hash,
      user: { ...user, ...more, photo_url },
    })
    const elsewhere = [
      ...['http://t.me/a.svg', 'https://10.0.0.1/a.svg', 'https://localhost/a.svg', 'https://[::1]/a.svg'],
      ...[
        'https://t.me.example/a.svg',
        'https://x@t.me/a.svg',
        'https://t.me:8443/a.svg',
        'https://eviltelegram.org/a',
      ],
    ]
    for (const address of elsewhere) expect(read(address).user, address).toEqual({ ...user, ...more })
    expect(read('https://cdn4.telegram.org/a.jpg').user).toMatchObject({
      photo_url: 'https://cdn4.telegram.org/a.jpg',
    })
    const card = { user_id: user.id, phone_number: '+79990000012', first_name: 'Анна' }
    expect(checkContact(contact({}), check)).toEqual({ ...card, auth_date: 1_795_176_000, hash })
  })
})

test('accepted launches are valid for the library, and valid launches are accepted', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  const plain = fc.record({
    id: fc.integer({ min: 1, max: 2 ** 52 }),
    first_name: text.filter((name) => name.isWellFormed()),
    start_param: fc.stringMatching(/^[\w-]{1,64}$/),
    age: fc.integer({ min: 0, max: limits.launch.maxAgeMs - 1000 }),
  })
  const mutation = fc.tuple(fc.nat(), fc.constantFrom('delete', 'double', 'digit', 'letter', 'none'))
  fc.assert(
    fc.property(plain, mutation, ({ id, first_name, start_param, age }, [at, kind]) => {
      const issued = new Date(now.getTime() - age)
      const raw = sign({ user: { id, first_name }, start_param }, bot_token, issued)
      expect(checkLaunchData(raw, check)).toMatchObject({ user: { id, first_name }, start_param })
      const mutated = mutate(raw, at % raw.length, kind)
      const accepted = codeOf(() => checkLaunchData(mutated, check)) === 'accepted'
      if (accepted) expect(isValid(mutated, bot_token, { expiresIn: 0 })).toBe(true)
    }),
    { numRuns: 300 },
  )
})

function mutate(raw: string, at: number, kind: string): string {
  const rest = raw.slice(at + 1)
  if (kind === 'none') return raw
  if (kind === 'delete') return raw.slice(0, at) + rest
  if (kind === 'double') return raw.slice(0, at + 1) + raw.slice(at)
  return raw.slice(0, at) + (kind === 'digit' ? '7' : 'b') + rest
}

function twice(): [string, string][] {
  return [
    ['auth_date', String(seconds())],
    ['auth_date', String(seconds())],
  ]
}

function contact(extra: Record<string, string>): string {
  const card = { user_id: user.id, phone_number: '+79990000012', first_name: 'Анна' }
  return signPairs(Object.entries({ contact: JSON.stringify(card), auth_date: String(seconds()), ...extra }))
}
