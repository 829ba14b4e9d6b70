import { expect, test } from 'vitest'
import { ask, RobokassaUnavailable } from './robokassa-answer.ts'

const url = new URL('https://provider.example/state?Signature=secret')
const answering = (make: () => Response | Promise<Response>, timeout?: number) =>
  ask(url, { method: 'GET' }, { fetch: async () => make(), ...(timeout && { timeout }) })

test('a short answer is read whole, as it was asked for', async () => {
  const asked: unknown[] = []
  const fetch = async (...request: unknown[]) => {
    asked.push(...request)
    return new Response('да')
  }
  expect(await ask(url, { method: 'POST', body: 'x' }, { fetch: fetch as typeof globalThis.fetch })).toBe(
    'да',
  )
  expect(asked).toMatchObject([url, { method: 'POST', body: 'x', redirect: 'error' }])
  const longest = 'x'.repeat(65_536)
  expect(await answering(() => new Response(longest))).toBe(longest)
  expect(await answering(() => new Response(null))).toBe('')
})

test.each<[string, string, () => Response]>([
  [
    'a failed connection',
    'no answer: fetch failed',
    () => {
      throw new Error('fetch failed')
    },
  ],
  [
    'what is no error',
    'no answer: unknown',
    () => {
      throw 'x'
    },
  ],
  ['another status', 'no answer: status 201', () => new Response('x', { status: 201 })],
  ['a byte too many', 'no answer: the answer is too long', () => new Response('x'.repeat(65_537))],
])('%s is no answer', async (_name, message, make) => {
  await expect(answering(make)).rejects.toEqual(new RobokassaUnavailable(message))
})

test('an answer that comes late is none, with the name by which it is known', async () => {
  const late = (_url: unknown, { signal }: RequestInit) =>
    new Promise<never>((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
  const error = await ask(url, {}, { fetch: late as typeof fetch, timeout: 5 }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(RobokassaUnavailable)
  expect(error.name).toBe('RobokassaUnavailable')
})
