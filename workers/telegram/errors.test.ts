import { GrammyError, HttpError } from 'grammy'
import { expect, test } from 'vitest'
import { failureOf } from './errors.ts'

const answer = (error_code: number, description: string, parameters = {}) =>
  new GrammyError(description, { ok: false, error_code, description, parameters }, 'sendMessage', {})
const hidden = (cause: unknown) => new HttpError('Network request failed', cause)
const coded = (code: string) => Object.assign(new Error('no'), { code })

test('a request that was not sent is retried', () => {
  for (const code of [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ])
    expect(failureOf(hidden(coded(code)), 5000)).toEqual({ state: 'pending', wait_ms: 5000, error: code })
})

test.each([
  ['ECONNRESET', coded('ECONNRESET')],
  ['EPIPE', new Error('fetch failed', { cause: coded('EPIPE') })],
  ['timeout', new Error('Request to sendMessage timed out after 10 seconds')],
  ['timeout', Object.assign(new Error('stopped'), { name: 'AbortError' })],
  ['TypeError', new TypeError('fetch failed')],
  ['unknown', 'no error at all'],
])('a request that may have arrived is unknown: %s', (error, cause) => {
  expect(failureOf(hidden(cause), 5000)).toEqual({ state: 'unknown', error })
})

test('a 429 is no attempt and waits as long as Telegram asks', () => {
  const failure = { state: 'pending', error: '429 Too Many Requests', untried: true }
  expect(failureOf(answer(429, 'Too Many Requests', { retry_after: 7 }), 5000)).toEqual({
    ...failure,
    wait_ms: 7000,
    silence_ms: 7000,
  })
  expect(failureOf(answer(429, 'Too Many Requests'), 5000)).toMatchObject({ wait_ms: 1000, silence_ms: 1000 })
})

test.each([
  [403, 'Forbidden: bot was blocked by the user', true],
  [400, 'Bad Request: chat not found', true],
  [400, 'Forbidden: user is deactivated', true],
  [400, 'Bad Request: PEER_ID_INVALID', true],
  [400, 'Bad Request: message text is empty', false],
])('%s %s fails; unreachable: %s', (code, description, unreachable) => {
  const error = `${code} ${description}`
  expect(failureOf(answer(code, description), 5000)).toEqual({ state: 'failed', error, unreachable })
})

test('errors of the server, of the token and of our code are retried', () => {
  for (const [code, words] of [
    [500, 'Internal Server Error'],
    [401, 'Unauthorized'],
  ] as const)
    expect(failureOf(answer(code, words), 5000)).toEqual({
      state: 'pending',
      wait_ms: 5000,
      error: `${code} ${words}`,
    })
  expect(failureOf(new TypeError('x is not a function'), 5000)).toEqual({
    state: 'pending',
    wait_ms: 5000,
    error: 'TypeError: x is not a function',
  })
})
