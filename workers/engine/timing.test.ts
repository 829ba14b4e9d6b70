import { expect, test } from 'vitest'
import { after, timing, waitOf } from './timing.ts'

test('what Telegram does not take is tried after 1, 5 and 30 seconds, 2 and 10 minutes, and every ten from then on', () => {
  const waits = [0, 1, 2, 3, 4, 5, 29].map((index) => waitOf(timing.delivery.retry, index))
  expect(waits).toEqual([1000, 5000, 30_000, 120_000, 600_000, 600_000, 600_000])
})

test('what a worker could not do is handed over after 2, 5 and 15 seconds, 1 and 5 minutes, and so on', () => {
  const waits = [0, 1, 2, 3, 4, 9].map((index) => waitOf(timing.retry, index))
  expect(waits).toEqual([2000, 5000, 15_000, 60_000, 300_000, 300_000])
})

test('a moment later by so many milliseconds', () => {
  expect(after(new Date('2026-03-01T10:00:00Z'), 1500)).toBe('2026-03-01T10:00:01.500Z')
})
