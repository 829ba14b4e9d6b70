import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourlyPhaseMs, nextLateInquiry, nextWait } from './inquiry-schedule.ts'

const minute = 60_000

test('inquiries about an open invoice slow down to hourly, until a day after its expiry', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map((checks) => nextWait(checks) / minute)).toEqual([
    1, 2, 5, 10, 30, 60, 60, 60,
  ])
  expect(hourlyPhaseMs).toBe(86_400_000)
})

test('late inquiries come after 1, 7 and 40 days', () => {
  const ended = Date.parse('2026-04-01T12:00:00Z')
  const day = 24 * 60 * minute
  const next = (ms: number) => nextLateInquiry(new Date(ended), new Date(ended + ms))
  expect(next(0)).toBe('2026-04-02T12:00:00.000Z')
  expect(next(day - 1)).toBe('2026-04-02T12:00:00.000Z')
  expect(next(day)).toBe('2026-04-08T12:00:00.000Z')
  expect(next(7 * day)).toBe('2026-05-11T12:00:00.000Z')
  expect(next(40 * day)).toBeNull()
})

test('the next late inquiry is the first of the three days that is still to come', () => {
  const day = 24 * 60 * minute
  const moment = fc.oneof(
    fc.constantFrom(1, 7, 40).chain((days) => fc.constantFrom(-1, 0, 1).map((ms) => days * day + ms)),
    fc.integer({ min: 0, max: 50 * day }),
  )
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date('2026-01-01'), max: new Date('2036-01-01') }),
      moment,
      (ended, ms) => {
        const days = ms < day ? 1 : ms < 7 * day ? 7 : ms < 40 * day ? 40 : null
        expect(nextLateInquiry(ended, new Date(ended.getTime() + ms))).toBe(
          days === null ? null : new Date(ended.getTime() + days * day).toISOString(),
        )
      },
    ),
    { numRuns: 1000 },
  )
})
