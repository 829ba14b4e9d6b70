import { expect, test } from 'vitest'
import { promiseOf } from './service-times.ts'

const minute = 60_000
const of = (p90: number, count = 20) => promiseOf({ count, median_ms: p90 / 2, p90_ms: p90 })

test.each([
  [4 * minute, { unit: 'minute', count: 5 }],
  [5 * minute, { unit: 'minute', count: 5 }],
  [5 * minute + 1, { unit: 'minute', count: 10 }],
  [18 * minute, { unit: 'minute', count: 20 }],
  [50 * minute, { unit: 'hour', count: 1 }],
  [61 * minute, { unit: 'hour', count: 2 }],
  [23 * 60 * minute, { unit: 'hour', count: 23 }],
  [23.5 * 60 * minute, { unit: 'day', count: 1 }],
  [25 * 60 * minute, { unit: 'day', count: 2 }],
])('a 90th percentile of %i ms is promised as %j, rounded up', (ms, promised) => {
  expect(of(ms)).toEqual(promised)
})

test('fewer than twenty decisions promise nothing', () => {
  expect(of(minute, 19)).toBeNull()
  expect(promiseOf({ count: 0, median_ms: null, p90_ms: null })).toBeNull()
})
