import { expect, test } from 'vitest'
import { type HotFields, hotReason, nextHotCheck } from './hot-orders.ts'

const now = new Date('2026-03-01T10:00:00Z')
const order: HotFields = {
  kind: 'order',
  urgent: false,
  deadline: null,
  responses_count: 0,
  listed_at: '2026-03-01T09:00:00Z',
}
const reason = (changes: Partial<HotFields>) => hotReason({ ...order, ...changes }, now)
const next = (changes: Partial<HotFields>) => nextHotCheck({ ...order, ...changes }, now)?.toISOString()

test('an order is hot in the 48 hours before its deadline', () => {
  expect(reason({ deadline: '2026-03-03T10:00:01Z' })).toBeUndefined()
  expect(reason({ deadline: '2026-03-03T10:00:00Z' })).toBe('deadline')
  expect(reason({ deadline: '2026-03-01T10:00:01Z', urgent: true })).toBe('deadline')
  expect(reason({ deadline: '2026-03-01T10:00:00Z' })).toBeUndefined()
})

test('an urgent order is hot at once, and no vacancy ever is', () => {
  expect(reason({ urgent: true })).toBe('urgent')
  expect(reason({ urgent: true, kind: 'vacancy' })).toBeUndefined()
  expect(reason({})).toBeUndefined()
})

test('an order is hot after a day with at most one response', () => {
  const listed_at = '2026-02-28T10:00:00Z'
  expect(reason({ listed_at })).toBe('few')
  expect(reason({ listed_at, responses_count: 1 })).toBe('few')
  expect(reason({ listed_at, responses_count: 2 })).toBeUndefined()
  expect(reason({ listed_at: '2026-02-28T10:00:01Z' })).toBeUndefined()
  expect(reason({ listed_at: null })).toBeUndefined()
})

test('the next look is the earlier of what is still to come', () => {
  expect(next({})).toBe('2026-03-02T09:00:00.000Z')
  expect(next({ deadline: '2026-03-03T12:00:00Z' })).toBe('2026-03-01T12:00:00.000Z')
  expect(next({ deadline: '2026-03-09T12:00:00Z' })).toBe('2026-03-02T09:00:00.000Z')
  expect(next({ deadline: '2026-03-03T10:00:00Z' })).toBe('2026-03-02T09:00:00.000Z')
  expect(next({ deadline: '2026-03-04T00:00:00Z', listed_at: null })).toBe('2026-03-02T00:00:00.000Z')
  expect(next({ listed_at: '2026-02-28T09:00:00Z' })).toBeUndefined()
  expect(next({ kind: 'vacancy' })).toBeUndefined()
})
