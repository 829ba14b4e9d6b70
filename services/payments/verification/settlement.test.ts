import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle } from './settlement.ts'

const price = 250_000

test.each([
  // In these cases the provider's answer states the sum of the invoice.
  [250_000, 'price', { is_paid: true, is_odd: false, fee: 0 }],
  [250_000, 'none', { is_paid: true, is_odd: false, fee: 0 }],
  // The provider's answers state the sum credited to the shop: first 3 % below the price, then 15 %, the largest fee.
  [242_500, 'price', { is_paid: true, is_odd: false, fee: 7_500 }],
  [242_500, 'none', { is_paid: true, is_odd: false, fee: 7_500 }],
  [212_500, 'none', { is_paid: true, is_odd: false, fee: 37_500 }],
  // These sums are one kopeck below the least credited sum, and one kopeck above the price.
  [212_499, 'price', { is_paid: true, is_odd: true, fee: 0 }],
  [212_499, 'none', { is_paid: false, is_odd: true, fee: 0 }],
  [250_001, 'price', { is_paid: true, is_odd: true, fee: 0 }],
  [250_001, 'none', { is_paid: false, is_odd: true, fee: 0 }],
  [0, 'none', { is_paid: false, is_odd: true, fee: 0 }],
  // An answer of the provider without a sum neither supports nor contradicts a result call. Without a result call, such
  // an answer proves nothing.
  [null, 'price', { is_paid: true, is_odd: false, fee: 0 }],
  [null, 'none', { is_paid: false, is_odd: true, fee: 0 }],
  // A result call with another sum contradicts the provider's answer, even if the answer has the right sum.
  [250_000, 'another', { is_paid: false, is_odd: true, fee: 0 }],
  [242_500, 'another', { is_paid: false, is_odd: true, fee: 7_500 }],
  [null, 'another', { is_paid: false, is_odd: true, fee: 0 }],
] as const)('OutSum %s, reported: %s', (out_sum, reported, settlement) => {
  expect(settle({ price, out_sum, reported, max_fee_percent: 15 })).toEqual(settlement)
})

test('the least sum is rounded up to a whole kopeck', () => {
  const one = { price: 333, reported: 'none' as const, max_fee_percent: 15 }
  // The least credited sum for this price is 283.05 kopecks.
  expect(settle({ ...one, out_sum: 284 }).is_paid).toBe(true)
  expect(settle({ ...one, out_sum: 283 }).is_paid).toBe(false)
})

test('without fees only the exact price counts as paid', () => {
  const one = { price, reported: 'none' as const, max_fee_percent: 0 }
  expect(settle({ ...one, out_sum: price }).is_paid).toBe(true)
  expect(settle({ ...one, out_sum: price - 1 }).is_paid).toBe(false)
})

test('a sum is usual between the price less the largest fee and the price, to the kopeck', () => {
  const sums = fc
    .record({ price: fc.integer({ min: 1, max: 10 ** 9 }), max_fee_percent: fc.integer({ min: 0, max: 30 }) })
    .chain(({ price, max_fee_percent }) => {
      const leastOfAll = Math.floor((price * (100 - max_fee_percent)) / 100)
      const near = (sum: number) => fc.integer({ min: Math.max(0, sum - 2), max: sum + 2 })
      return fc.record({
        price: fc.constant(price),
        max_fee_percent: fc.constant(max_fee_percent),
        out_sum: fc.option(fc.oneof(near(price), near(leastOfAll), fc.integer({ min: 0, max: 2 * price }))),
        reported: fc.constantFrom('price', 'another', 'none'),
      })
    })
  fc.assert(
    fc.property(sums, ({ price, out_sum, reported, max_fee_percent }) => {
      // Whole numbers avoid rounding: 100 * sum >= (100 - largest fee in percent) * price.
      const isUsual = out_sum !== null && out_sum <= price && 100 * out_sum >= (100 - max_fee_percent) * price
      const isOdd = { price: out_sum !== null && !isUsual, another: true, none: !isUsual }[reported]
      expect(settle({ price, out_sum, reported, max_fee_percent })).toEqual({
        is_paid: { price: true, another: false, none: isUsual }[reported],
        is_odd: isOdd,
        fee: isUsual ? price - (out_sum ?? 0) : 0,
      })
    }),
    { numRuns: 1000 },
  )
})
