import { describe, expect, test } from 'vitest'
import { configNames } from './config.ts'
import { hideSecretsOf, secretNames, withoutSecrets } from './secrets.ts'

const token = '7000000001:AAFzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZ'

hideSecretsOf({
  BOT_TOKEN: token,
  DATABASE_URL: 'postgres://otklik_app:p%40ss%2Fw%22rd+1@127.0.0.1:5432/otklik',
  REDIS_URL: 'redis://:red1s-word@127.0.0.1:6379',
  ROBOKASSA_PASSWORD_1: 'shop-one',
  ROBOKASSA_PASSWORD_2: '12',
  JWT_SECRETS: 'k1:first-secret-of-sessions-with-32-signs,k2:second-secret-of-sessions-with-32-sign',
  DEAD_MAN_URL: 'https://alive.example/ping/3f2a-77',
})

describe('hidden', () => {
  test.each([
    ['the address of a call', `request to https://api.telegram.org/bot${token}/getMe failed`, token],
    ['a token of another bot', 'bot1234567890:BBGzZzZzZzZzZzZzZzZzZzZzZzZzZzZzZzQ/sendMessage', 'BBGz'],
    ['the half of the token that is secret', `it said ${token.split(':')[1]}`, 'AAFz'],
    ['a password, decoded', 'auth p@ss/w"rd+1 refused', 'w"rd'],
    ['a password, inside JSON', JSON.stringify({ args: ['p@ss/w"rd+1'] }), 'p@ss'],
    ['a password, encoded', 'connecting to postgres://otklik_app:p%40ss%2Fw%22rd+1@127.0.0.1', 'p%40ss'],
    ['a stranger’s password', 'amqp://somebody:s0mething@rabbit.example', 's0mething'],
    ['a short password of the shop', 'signed with shop-one', 'shop-one'],
    ['a key of sessions', 'second-secret-of-sessions-with-32-sign', 'second'],
    ['a secret address', 'fetch https://alive.example/ping/3f2a-77 failed', '3f2a'],
    ['launch data', 'query_id=AA&user=%7B%22id%22%3A1%7D&auth_date=1760000000&hash=ab', 'query_id'],
    [
      'launch data in an address',
      'https://x/#tgWebAppData=user%3D%257B%26auth_date%3D1%26hash%3Dab',
      'tgWeb',
    ],
    ['the header of launch data', 'authorization: tma user=%7B%22id%22%7D&signature=abc', 'user='],
    ['a key of backups', 'wrong key: age-secret-key-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L.', 'QQPZRY'],
    ['a session', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVkLXdpdGg', 'eyJ'],
    [
      'a session without its header',
      JSON.stringify({ said: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVkLXdpdGg' }),
      'eyJ',
    ],
    ['a signed file', '/files/abc?expires=1760000000&signature=q1w2-e3r4_t5', 'q1w2'],
    ['a ticket of a stream', '/chat/stream/1?token=abcdefgh', 'abcdefgh'],
    ['a signed address of a bucket', 'https://s3/x?X-Amz-Credential=AK%2F1&X-Amz-Signature=0a1b', '0a1b'],
    ['the provider’s signature', 'Index.aspx?OutSum=1&SignatureValue=0A1B2C&Shp_item=1', '0A1B2C'],
    ['a phone', 'Key (phone)=(+7 (999) 123-45-67) exists', '123-45'],
    ['a phone without plus', JSON.stringify({ said: 'contact 79991234567.' }), '79991234567'],
    ['an anonymous number', 'from +888 0123 4567', '0123'],
    ['a row', 'detail: Failing row contains (1, Анна (Москва), anna@example.com).', 'Анна'],
    ['a field, however deep', JSON.stringify({ a: [{ b: { c: { phone_number: '1"2' } } }] }), '1\\"2'],
  ])('%s', (_name, text, secret) => {
    const clean = withoutSecrets(text)
    expect(clean).not.toContain(secret)
    expect(clean).toContain('[secret]')
    if (text.startsWith('{')) expect(JSON.parse(clean)).toBeDefined()
  })
})

test.each([
  'ready',
  'postgres is away: connect ECONNREFUSED 127.0.0.1:5432',
  'order 12 costs 250 000 ₽, from +5 000 to 10 000 000 000, until 2026-11-26T18:00:00.000+03:00',
  'chat -1001234567890, person 7654321098, update 900500, message 12:30',
  '{"level":30,"time":1793000000000,"pid":12,"price":79012345678,"ms":12.5,"update":"message"}',
  'evt-0197a5f2-6c1e-7d30-9a51-2f6f0b0c1d2e-payment-verification-1',
  'https://t.me/otklik_bot?startapp=page_order___orderId_12 and https://example.com/@anna',
  'Key (listing_id, author_id)=(12, 7) already exists.',
  'Telegram says: Forbidden: bot was blocked by the user',
  'the shop is open; token bucket; password rules',
])('ordinary words stay: %s', (text) => {
  expect(withoutSecrets(text)).toBe(text)
})

test('every variable named like a secret is one', () => {
  const named = configNames.filter((name) => /TOKEN|SECRET|PASSWORD|KEY/.test(name))
  // BACKUP_KEY is the public half of a pair of keys.
  expect(secretNames).toEqual(expect.arrayContaining(named.filter((name) => name !== 'BACKUP_KEY')))
})

test.each([
  ['one word', 'a'],
  ['numbers of a phone', '+7 9 '],
  ['an address', 'https://x:'],
  ['quoted signs', '"\\'],
  ['a bot’s number', '1'],
])('the time for a long text of %s grows linearly', (_name, unit) => {
  const timeOf = (length: number) => {
    const text = unit.repeat(length / unit.length)
    const times = Array.from({ length: 5 }, () => {
      const { user } = process.cpuUsage()
      withoutSecrets(text)
      return process.cpuUsage().user - user
    })
    return times.sort((one, other) => one - other)[2] ?? 0
  }
  // A text of four times the length must take less than eight times as long. With quadratic time it would take 16 times
  // as long.
  expect(timeOf(240_000)).toBeLessThan(Math.max(8 * timeOf(60_000), 20_000))
})
