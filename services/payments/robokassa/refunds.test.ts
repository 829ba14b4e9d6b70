import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { RobokassaUnavailable } from '#services/payments/robokassa/state.ts'
import { orderRefund, refundState } from './refunds.ts'

const shop = {
  password3: 'third-pass',
  refund_url: 'https://provider.example/RefundService',
} as RobokassaConfig

/** Simulates the payment provider: always gives the same answer and records the requests. */
function provider(text: string) {
  const asked: { url: string; request: RequestInit }[] = []
  const fetch = async (url: URL, request: RequestInit) => {
    asked.push({ url: url.href, request })
    return new Response(text)
  }
  return { asked, asking: { fetch: fetch as typeof globalThis.fetch } }
}

const decoded = (part = '') => Buffer.from(part, 'base64url').toString()

test.each([
  [{ op_key: 'ABC-1' }, '{"OpKey":"ABC-1"}'],
  [{ op_key: 'ABC-1', amount_kopecks: 12_345 }, '{"OpKey":"ABC-1","RefundSum":123.45}'],
])('%j is ordered by a signed token', async (refund, payload) => {
  const { asked, asking } = provider('{"success":true,"requestId":"r-7"}')
  expect(await orderRefund(shop, refund, asking)).toEqual({ refusal: null, request_id: 'r-7' })
  expect(asked).toMatchObject([
    {
      url: 'https://provider.example/RefundService/Refund/Create',
      request: { method: 'POST', headers: { 'content-type': 'application/jwt' } },
    },
  ])
  const [head, body, signature] = String(asked[0]?.request.body).split('.')
  expect([decoded(head), decoded(body)]).toEqual(['{"alg":"HS256","typ":"JWT"}', payload])
  expect(signature).toBe(createHmac('sha256', 'third-pass').update(`${head}.${body}`).digest('base64url'))
})

test('a refusal has the message of the provider', async () => {
  const order = (text: string) => orderRefund(shop, { op_key: 'x' }, provider(text).asking)
  expect(await order('{"success":false,"message":"AlreadyRefunded"}')).toEqual({ refusal: 'AlreadyRefunded' })
  expect(await order('{"success":false,"requestId":"r"}')).toEqual({ refusal: 'Refused' })
  expect(await order('{"success":false,"message":""}')).toEqual({ refusal: 'Refused' })
  await expect(order('{"success":true}')).rejects.toThrow('a refund without a number')
  for (const text of ['{', '{"success":1}', '[]'])
    await expect(order(text)).rejects.toThrow(RobokassaUnavailable)
})

test('without its password nothing is ordered', async () => {
  const { asked, asking } = provider('{"success":true,"requestId":"r-7"}')
  const refused = await orderRefund({ ...shop, password3: undefined }, { op_key: 'x' }, asking)
  expect(refused).toEqual({ refusal: 'RefundIsNotConfigured' })
  expect(asked).toEqual([])
})

test.each([
  ['{"label":"finished","amount":123.45}', { label: 'finished', amount_kopecks: 12_345 }],
  ['{"label":"processing","amount":0.07}', { label: 'processing', amount_kopecks: 7 }],
  ['{"label":"canceled"}', { label: 'canceled', amount_kopecks: null }],
  ['{"message":"NotFound"}', { label: 'not_found', amount_kopecks: null }],
])('the state of a refund is read from %s', async (text, expected) => {
  const { asked, asking } = provider(text)
  expect(await refundState(shop, 'r 7', asking)).toEqual(expected)
  expect(asked).toMatchObject([
    { url: 'https://provider.example/RefundService/Refund/GetState?id=r+7', request: { method: 'GET' } },
  ])
})
