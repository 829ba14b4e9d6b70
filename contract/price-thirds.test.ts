import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceThirdOf, roundToTwoDigits } from './price-thirds.ts'

const price = fc.integer({ min: 1, max: 1_000_000 })
const rivals = fc.array(price, { minLength: 7, maxLength: 60 })

test('fewer than eight prices give no third', () => {
  expect(priceThirdOf(5, [1, 2, 3, 4, 6, 7])).toBeNull()
  expect(priceThirdOf(5, [1, 2, 3, 4, 6, 7, 8])).toBe(2)
  expect([priceThirdOf(0, [1, 2, 3, 4, 6, 7, 8]), priceThirdOf(9, [1, 2, 3, 4, 6, 7, 8])]).toEqual([1, 3])
})

test('a higher price never gets a lower third, in any order of the rivals', () => {
  fc.assert(
    fc.property(rivals, price, price, (others, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(priceThirdOf(high, others)).toBeGreaterThanOrEqual(priceThirdOf(low, others) ?? 4)
      expect(priceThirdOf(one, others.toReversed())).toBe(priceThirdOf(one, others))
    }),
  )
})

/**
 * Returns the third in which a price falls, counted on a sorted list of all prices. Equal prices share the mean of
 * their positions in the list.
 */
function priceThirdOnList(ownPrice: number, otherPrices: number[]): number {
  const sortedPrices = [ownPrice, ...otherPrices].toSorted((a, b) => a - b)
  const places = sortedPrices.flatMap((price, n) => (price === ownPrice ? [n + 1] : []))
  const doubleMean = (places[0] ?? 0) + (places.at(-1) ?? 0)
  // The middle of a position is half a position below its end. All terms are multiplied to whole numbers, which avoids
  // rounding.
  return 3 * (doubleMean - 1) <= 2 * sortedPrices.length
    ? 1
    : 3 * (doubleMean - 1) <= 4 * sortedPrices.length
      ? 2
      : 3
}

test('the third is that of the sorted list, also among many equal prices', () => {
  const fewPrices = fc.integer({ min: 1, max: 6 })
  fc.assert(
    fc.property(fewPrices, fc.array(fewPrices, { maxLength: 30 }), (own, others) => {
      expect(priceThirdOf(own, others)).toBe(others.length < 7 ? null : priceThirdOnList(own, others))
    }),
    { numRuns: 1000 },
  )
})

test('two digits are the nearest number with zeros behind them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (amount) => {
      let unit = 1
      while (amount / unit >= 100) unit *= 10
      expect(roundToTwoDigits(amount)).toBe(Math.round(amount / unit) * unit)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  [41_350, 41_000],
  [995, 1000],
  [7, 7],
  [123_456_789, 120_000_000],
])('%d in two digits is %d', (amount, rounded) => expect(roundToTwoDigits(amount)).toBe(rounded))
