import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationState, verifyResult } from '#services/payments/robokassa/payment.ts'
import { openShop } from './robokassa-shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('the call is repeated every minute until it reads exactly OK and the number', async () => {
  const answers = ['OK', 'error', 'OK6 ']
  shop.answerWith((invoice) => answers.shift() ?? `OK${invoice}`)
  await shop.control({ clock_scale: 1000 })
  await shop.payByHand(6)
  await expect.poll(() => shop.calls.length, { timeout: 5_000 }).toBe(4)
  await shop.control({ advance_ms: 600_000 })
  expect(shop.calls).toHaveLength(4)
  const exchanges = await shop.journal(6)
  expect(exchanges.map((exchange) => exchange.answer)).toEqual(['OK', 'error', 'OK6 ', 'OK6'])
  for (const [index, { at }] of exchanges.slice(1).entries()) {
    expect(at - (exchanges[index]?.at ?? 0)).toBeGreaterThanOrEqual(60_000)
  }
})

test.each([
  ['bad_signature', 'signature'],
  ['test_password', 'signature'],
])('a call spoiled by %s is refused', async (kind, refusal) => {
  await shop.control({ faults: [{ kind }] })
  await shop.payByHand(7)
  expect(verifyResult(shop.config, shop.calls[0]?.params ?? {})).toEqual({ refusal })
})

test('a call of another sum or of another item verifies and shows the difference', async () => {
  await shop.control({
    faults: [
      { kind: 'wrong_amount', inv_id: 8 },
      { kind: 'wrong_shp', inv_id: 9 },
    ],
  })
  await shop.payByHand(8)
  await shop.payByHand(9)
  const [sum, item] = shop.calls.map(({ params }) => verifyResult(shop.config, params))
  expect(sum).toMatchObject({ refusal: null, amount_kopecks: 100 })
  expect(item).toMatchObject({ refusal: null, shp: { Shp_item: '770' } })
})

test('calls are lost, doubled, sent together, late or by GET when planned', async () => {
  const faults = [
    { kind: 'drop', inv_id: 10 },
    { kind: 'duplicate', inv_id: 11, count: 2 },
    { kind: 'concurrent', inv_id: 12, count: 5 },
    { kind: 'after_success', inv_id: 13, ms: 60_000 },
    { kind: 'get', inv_id: 14 },
    { kind: 'reorder', inv_id: 15 },
  ]
  await shop.control({ faults })
  const count = (invoice: number) =>
    shop.calls.filter(({ params }) => params.get('InvId') === String(invoice)).length
  for (const invoice of [10, 11, 12, 13, 14, 15]) await shop.payByHand(invoice)
  expect([10, 11, 12, 13, 14, 15].map(count)).toEqual([0, 3, 5, 0, 1, 0])
  expect(shop.calls.at(-1)?.method).toBe('GET')
  await shop.payByHand(16)
  await expect.poll(() => count(15)).toBe(1)
  await shop.control({ advance_ms: 61_000 })
  await expect.poll(() => count(13)).toBe(1)
  expect(await operationState(shop.config, 10)).toMatchObject({ meaning: 'paid' })
})
