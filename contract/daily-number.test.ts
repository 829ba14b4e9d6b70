import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dailyResponseLimit } from './daily-number.ts'

const recentResults = fc.record({ answered: fc.nat(1000), spam: fc.nat(100) })

test('thirty to begin with, half a response more for each answer, five less for each spam', () => {
  expect(dailyResponseLimit({ answered: 0, spam: 0 })).toBe(30)
  expect(dailyResponseLimit({ answered: 9, spam: 0 })).toBe(34)
  expect(dailyResponseLimit({ answered: 9, spam: 2 })).toBe(24)
})

test('between 15 and 60, and never less for an answer or more for spam', () => {
  fc.assert(
    fc.property(recentResults, ({ answered, spam }) => {
      const number = dailyResponseLimit({ answered, spam })
      expect(number).toBeGreaterThanOrEqual(15)
      expect(number).toBeLessThanOrEqual(60)
      expect(dailyResponseLimit({ answered: answered + 1, spam })).toBeGreaterThanOrEqual(number)
      expect(dailyResponseLimit({ answered, spam: spam + 1 })).toBeLessThanOrEqual(number)
    }),
  )
})
