import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationState } from '#services/payments/robokassa/payment.ts'
import { orderRefund, refundState } from '#services/payments/robokassa/refunds.ts'
import { openShop } from './robokassa-shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a payment made late comes after the invoice has expired', async () => {
  await shop.payByHand(17, 'late')
  await shop.control({ advance_ms: 3_600_000 })
  expect(await operationState(shop.config, 17)).toMatchObject({ meaning: 'not_received' })
  await shop.control({ advance_ms: 120_000 })
  await expect.poll(() => shop.calls.length).toBe(1)
  expect(await operationState(shop.config, 17)).toMatchObject({ meaning: 'paid' })
})

test('money on its way, suspended or given back is never called paid', async () => {
  const faults = [
    { kind: 'state_50', inv_id: 18, ms: 60_000 },
    { kind: 'state_80', inv_id: 19, ms: 60_000 },
    { kind: 'state_60', inv_id: 20 },
    { kind: 'two_operations', inv_id: 21 },
  ]
  await shop.control({ faults })
  for (const invoice of [18, 19, 20, 21]) await shop.payByHand(invoice)
  const meanings = async () => {
    const states = await Promise.all(
      [18, 19, 20, 21, 22].map((invoice) => operationState(shop.config, invoice)),
    )
    return states.map(({ meaning }) => meaning)
  }
  expect(await meanings()).toEqual(['crediting', 'suspended', 'returned', 'two_operations', 'not_found'])
  await shop.control({ advance_ms: 61_000 })
  await expect.poll(meanings).toEqual(['paid', 'paid', 'returned', 'two_operations', 'not_found'])
})

test.each(['500', 'timeout', 'html', 'drip'])(
  'an inquiry that meets %s ends in time and tells nothing',
  async (how) => {
    await shop.payByHand(23)
    await shop.control({ faults: [{ kind: 'state_answer', how }] })
    await expect(operationState(shop.config, 23, { timeout: 400 })).rejects.toThrow(/no answer|another shape/)
  },
)

test('a refund gives the money back once, also when its answer was lost', async () => {
  await shop.payByHand(24)
  const { op_key } = await operationState(shop.config, 24)
  const refund = { op_key: op_key ?? '' }
  await shop.control({ faults: [{ kind: 'refund_answer_lost', times: 1 }] })
  await expect(orderRefund(shop.config, refund)).rejects.toThrow('no answer')
  expect(await orderRefund(shop.config, refund)).toEqual({ refusal: 'AlreadyRefunded' })
  await shop.control({ advance_ms: 5_000 })
  await expect.poll(shop.movements).toMatchObject({ taken_kopecks: 250_000, returned_kopecks: 250_000 })
})

test('a refund is followed to its end', async () => {
  await shop.payByHand(25)
  const { op_key } = await operationState(shop.config, 25)
  const order = await orderRefund(shop.config, { op_key: op_key ?? '', amount_kopecks: 100_050 })
  const request_id = order.refusal === null ? order.request_id : ''
  expect(await refundState(shop.config, request_id)).toEqual({ label: 'processing', amount_kopecks: 100_050 })
  await shop.control({ advance_ms: 5_000 })
  await expect.poll(() => refundState(shop.config, request_id)).toMatchObject({ label: 'finished' })
  expect(await orderRefund({ ...shop.config, password3: 'wrong' }, { op_key: op_key ?? '' })).toEqual({
    refusal: 'InvalidSignature',
  })
  expect(await refundState(shop.config, 'nothing')).toEqual({ label: 'not_found', amount_kopecks: null })
})
