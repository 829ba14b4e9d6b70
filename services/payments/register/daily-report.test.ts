import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moscowDate } from './daily-report.ts'

const wallClock = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Moscow', dateStyle: 'short' })
const hour = 3_600_000

test('the day in Moscow is the one of a clock there, at midnight, at month ends and all year', () => {
  const midnight = fc
    .integer({ min: 0, max: 12 * 366 })
    .chain((days) => fc.constantFrom(-1, 0, 1, 3 * hour - 1, 3 * hour).map((ms) => [days, ms] as const))
    .map(([days, ms]) => new Date(Date.UTC(2024, 0, 1 + days) - 3 * hour + ms))
  const moment = fc.date({ noInvalidDate: true, min: new Date('2024-01-01'), max: new Date('2036-01-01') })
  fc.assert(
    fc.property(fc.oneof(midnight, moment), (at) => {
      expect([at, moscowDate(at)]).toEqual([at, wallClock.format(at)])
    }),
    { numRuns: 1000 },
  )
})
