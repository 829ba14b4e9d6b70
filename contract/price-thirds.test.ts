import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thirdOf, twoDigits } from './price-thirds.ts'

const price = fc.integer({ min: 1, max: 1_000_000 })
const rivals = fc.array(price, { minLength: 7, maxLength: 60 })

test('fewer than eight prices give no third', () => {
  expect(thirdOf(5, [1, 2, 3, 4, 6, 7])).toBeNull()
  expect(thirdOf(5, [1, 2, 3, 4, 6, 7, 8])).toBe(2)
  expect([thirdOf(0, [1, 2, 3, 4, 6, 7, 8]), thirdOf(9, [1, 2, 3, 4, 6, 7, 8])]).toEqual([1, 3])
})

test('a higher price never gets a lower third, in any order of the rivals', () => {
  fc.assert(
    fc.property(rivals, price, price, (others, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(thirdOf(high, others)).toBeGreaterThanOrEqual(thirdOf(low, others) ?? 4)
      expect(thirdOf(one, others.toReversed())).toBe(thirdOf(one, others))
    }),
  )
})

test.each([
  [41_350, 41_000],
  [995, 1000],
  [7, 7],
  [123_456_789, 120_000_000],
])('%d in two digits is %d', (amount, shown) => expect(twoDigits(amount)).toBe(shown))
