import { expect, test } from 'vitest'
import { hourlyAfterwards, laterInquiry, waitAfter } from './inquiry-schedule.ts'

const minute = 60_000

test('an open invoice is asked about later and later, then every hour, until a day after its end', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map((checks) => waitAfter(checks) / minute)).toEqual([
    1, 2, 5, 10, 30, 60, 60, 60,
  ])
  expect(hourlyAfterwards).toBe(86_400_000)
})

test('what is over is asked about 1, 7 and 40 days afterwards, and then no more', () => {
  const ended = Date.parse('2026-04-01T12:00:00Z')
  const day = 24 * 60 * minute
  const next = (ms: number) => laterInquiry(new Date(ended), new Date(ended + ms))
  expect(next(0)).toBe('2026-04-02T12:00:00.000Z')
  expect(next(day - 1)).toBe('2026-04-02T12:00:00.000Z')
  expect(next(day)).toBe('2026-04-08T12:00:00.000Z')
  expect(next(7 * day)).toBe('2026-05-11T12:00:00.000Z')
  expect(next(40 * day)).toBeNull()
})
