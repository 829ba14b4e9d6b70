import '#tests/support/components/boot.ts'

import { expect, test } from 'vitest'
import { pollWhileWaiting } from './refresh.ts'
import type { Listing } from './types.ts'

test.each([
  ['moderation', 'owner', 4000],
  ['awaiting_payment', 'owner', 4000],
  ['draft', 'owner', 4000],
  ['published', 'owner', 30_000],
  ['published', 'stranger', false],
  ['hidden', 'owner', false],
  ['in_progress', 'owner', 8000],
  ['in_progress', 'executor', 8000],
  ['in_progress', 'stranger', false],
  ['moderation', 'executor', false],
  ['completed', 'executor', false],
] as const)('the page of a listing in %s is asked for anew by its %s every: %s', (status, side, ms) => {
  const data = { status, is_owner: side === 'owner', is_executor: side === 'executor' } as Listing
  expect(pollWhileWaiting({ state: { data } })).toBe(ms)
})

test.each([
  [true, 4000],
  [false, false],
])(
  'an order whose reader has a boost that waits for its payment, %s, is asked for anew every: %s',
  (is_boost_pending, ms) => {
    const data = { kind: 'order', status: 'published', is_boost_pending } as Listing
    expect(pollWhileWaiting({ state: { data } })).toBe(ms)
  },
)

test('a page that has not loaded is not polled', () => {
  expect(pollWhileWaiting({ state: { data: undefined } })).toBe(false)
})
