import { expect, test } from 'vitest'
import { flags, from, listingMoves, listingStatuses, next, responseMoves } from './lifecycle.ts'

test('every move leads to a known state', () => {
  for (const moves of Object.values(listingMoves))
    for (const target of Object.values(moves)) expect(listingStatuses).toContain(target)
})

test('only paid states can be published, and only published ones are active', () => {
  for (const status of listingStatuses) {
    const derived = flags(status)
    if (derived.is_published) expect(derived.is_paid).toBe(true)
    if (derived.is_active) expect(derived.is_published).toBe(true)
    if (derived.is_archive) expect(derived.is_published).toBe(false)
  }
})

test('an unpaid listing cannot be approved or shown', () => {
  expect(next('draft', 'approve')).toBeUndefined()
  expect(next('awaiting_payment', 'show')).toBeUndefined()
  expect(from('approve')).toEqual(['moderation'])
  expect(from('pay')).toEqual(['awaiting_payment'])
})

test('a move of a response leads to one state, wherever it begins', () => {
  const targets = Object.values(responseMoves).flatMap((moves) => Object.entries(moves).map(String))
  const names = [...new Set(targets)].map((pair) => pair.split(',')[0])
  expect(names).toEqual([...new Set(names)])
})
