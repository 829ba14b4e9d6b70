import { expect, test } from 'vitest'
import { addMs, timing, waitAtStep } from './timing.ts'

test('messages not accepted are retried after 1, 5 and 30 seconds, 2 and 10 minutes, then every ten', () => {
  const waits = [0, 1, 2, 3, 4, 5, 29].map((index) => waitAtStep(timing.delivery.retry, index))
  expect(waits).toEqual([1000, 5000, 30_000, 120_000, 600_000, 600_000, 600_000])
})

test('failed tasks are handed over again after 2, 5 and 15 seconds, then 1 and 5 minutes', () => {
  const waits = [0, 1, 2, 3, 4, 9].map((index) => waitAtStep(timing.retry, index))
  expect(waits).toEqual([2000, 5000, 15_000, 60_000, 300_000, 300_000])
})

test('milliseconds are added to a time', () => {
  expect(addMs(new Date('2026-03-01T10:00:00Z'), 1500)).toBe('2026-03-01T10:00:01.500Z')
})
