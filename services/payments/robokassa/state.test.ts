import { expect, test } from 'vitest'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { signatureOf } from './signature.ts'
import { operationState, RobokassaUnavailable, readState, sendRequest } from './state.ts'

const namespace = 'xmlns="http://merchant.roboxchange.com/WebService/"'

function answer(state: number | string, result: number | string = 0): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${namespace}>
  <Result><Code>${result}</Code></Result>
  <State>
    <Code>${state}</Code>
    <RequestDate>2026-04-24T00:30:00.1234567+03:00</RequestDate>
    <StateDate>2026-04-24T00:29:00.0000000+03:00</StateDate>
  </State>
  <Info>
    <IncSum>2500.00</IncSum><OutSum>2500.000000</OutSum><OpKey>ABCDEF12-OVO</OpKey>
    <PaymentMethod><Code>BankCard</Code></PaymentMethod>
  </Info>
  <UserField><Field><Name>Shp_item</Name><Value>0077</Value></Field></UserField>
</OperationStateResponse>`
}

test('all fields of a finished operation are read', () => {
  expect(readState(answer(100))).toEqual({
    meaning: 'paid',
    result_code: 0,
    state_code: 100,
    out_sum_kopecks: 250_000,
    op_key: 'ABCDEF12-OVO',
    state_at: '2026-04-23T21:29:00.000Z',
    shp: { Shp_item: '0077' },
  })
})

test.each([
  ['an operation that nobody has paid', '<State><Code>5</Code></State><Info /><UserField />', 'waiting'],
  ['a refused one', '<State><Code>10</Code></State><Info></Info><UserField/>', 'not_received'],
  ['an empty state', '<State/><Info/>', 'unknown'],
  ['a state without a code', '<State><Code/></State><Info> </Info>', 'unknown'],
  ['a state that is nil', '<State xsi:nil="true" /><Info xsi:nil="true" />', 'unknown'],
])('%s: empty elements count as absent', (_, inside, meaning) => {
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${namespace}>
  <Result><Code>0</Code></Result>${inside}</OperationStateResponse>`
  const read = { meaning, result_code: 0, out_sum_kopecks: null, op_key: null, state_at: null, shp: {} }
  expect(readState(xml)).toMatchObject(read)
})

test.each(['\n', '\ufeff', ' \r\n\t'])('white space before the declaration (%j) is ignored', (before) => {
  expect(readState(`${before}${answer(100)}\n`)).toMatchObject({ meaning: 'paid', out_sum_kopecks: 250_000 })
})

test('while the passwords are replaced, the accepted one is used', async () => {
  const shop = { merchant: 'otklik', hash: 'sha256', state_url: 'https://provider.example/OpStateExt' }
  const asked: string[] = []
  const fetch = async (url: URL) => {
    const signature = url.searchParams.get('Signature') ?? ''
    asked.push(signature)
    return new Response(answer(100, signature === signatureOf('sha256', ['otklik', '7', 'young']) ? 0 : 1))
  }
  const ask = (password2: string, other_password2?: string) =>
    operationState({ ...shop, password2, other_password2 } as RobokassaConfig, 7, {
      fetch: fetch as typeof globalThis.fetch,
    })
  expect(await ask('old', 'young')).toMatchObject({ meaning: 'paid' })
  expect(await ask('young', 'old')).toMatchObject({ meaning: 'paid' })
  expect(asked).toHaveLength(3)
  expect(await ask('old')).toMatchObject({ meaning: 'unknown', result_code: 1 })
})

test('only state 100 with result 0 means paid', () => {
  const states = Array.from({ length: 1_000 }, (_, code) => code)
  expect(states.filter((code) => readState(answer(code)).meaning === 'paid')).toEqual([100])
  expect(states.filter((code) => readState(answer(100, code)).meaning === 'paid')).toEqual([0])
})

test.each([
  [5, 'waiting'],
  [10, 'not_received'],
  [20, 'held'],
  [50, 'crediting'],
  [60, 'returned'],
  [80, 'suspended'],
  [99, 'unknown'],
])('state %i is %s', (code, meaning) => {
  expect(readState(answer(code)).meaning).toBe(meaning)
})

test.each([
  [1, 'unknown'],
  [3, 'not_found'],
  [4, 'two_operations'],
  [1000, 'unknown'],
])('an answer of code %i without a state is %s', (code, meaning) => {
  const xml = `<OperationStateResponse ${namespace}><Result><Code>${code}</Code></Result></OperationStateResponse>`
  expect(readState(xml)).toMatchObject({ meaning, state_code: null, out_sum_kopecks: null, op_key: null })
})

test.each([
  ['a page', '<html><body><h1>Maintenance</h1></body></html>'],
  ['nothing', ''],
  ['half an answer', answer(100).slice(0, 300)],
  ['a document type', answer(100).replace('<Operation', '<!DOCTYPE any><Operation')],
  ['two states', answer('5</Code></State><State><Code>100')],
  ['two codes', answer('5</Code><Code>100')],
  ['a code that is no number', answer('1e2')],
])('%s is no answer', (_, xml) => {
  expect(() => readState(xml)).toThrow(RobokassaUnavailable)
})

const url = new URL('https://provider.example/state?Signature=secret')
const answering = (make: () => Response | Promise<Response>, timeout?: number) =>
  sendRequest(url, { method: 'GET' }, { fetch: async () => make(), ...(timeout && { timeout }) })

test('a short answer is read completely, with the given options', async () => {
  const asked: unknown[] = []
  const fetch = async (...request: unknown[]) => {
    asked.push(...request)
    return new Response('да')
  }
  expect(
    await sendRequest(url, { method: 'POST', body: 'x' }, { fetch: fetch as typeof globalThis.fetch }),
  ).toBe('да')
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

test('a late answer throws RobokassaUnavailable', async () => {
  const late = (_url: unknown, { signal }: RequestInit) =>
    new Promise<never>((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
  const error = await sendRequest(url, {}, { fetch: late as typeof fetch, timeout: 5 }).catch(
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(RobokassaUnavailable)
  expect(error.name).toBe('RobokassaUnavailable')
})
