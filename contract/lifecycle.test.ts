import { expect, test } from 'vitest'
import {
  deliveryStates,
  endReasons,
  legacyFlagsOf,
  listingMoves,
  listingStatuses,
  moderationMoves,
  moderationStates,
  nextStatus,
  payableStates,
  paymentStates,
  responseMoves,
  responseStatuses,
  responseStatusesBefore,
  responseTypes,
  statusesBefore,
} from './lifecycle.ts'

test('every move leads to a known state', () => {
  for (const moves of Object.values(listingMoves))
    for (const target of Object.values(moves)) expect(listingStatuses).toContain(target)
})

test('only paid states can be published, and only published ones are active', () => {
  for (const status of listingStatuses) {
    const derivedFlags = legacyFlagsOf(status)
    if (derivedFlags.is_published) expect(derivedFlags.is_paid).toBe(true)
    if (derivedFlags.is_active) expect(derivedFlags.is_published).toBe(true)
    if (derivedFlags.is_archive) expect(derivedFlags.is_published).toBe(false)
  }
})

test('an unpaid listing cannot be approved or shown', () => {
  expect(nextStatus('draft', 'approve')).toBeUndefined()
  expect(nextStatus('awaiting_payment', 'show')).toBeUndefined()
  expect(statusesBefore('approve')).toEqual(['moderation'])
  expect(statusesBefore('pay')).toEqual(['awaiting_payment'])
})

test('a move of a response leads to one state, wherever it begins', () => {
  const targets = Object.values(responseMoves).flatMap((moves) => Object.entries(moves).map(String))
  const names = [...new Set(targets)].map((pair) => pair.split(',')[0])
  expect(names).toEqual([...new Set(names)])
})

test('pass, decline, withdraw, choose and reopen are allowed from these states only', () => {
  const undecidedStatuses = ['no_show', 'shown', 'shortlisted']
  expect(responseStatusesBefore('pass')).toEqual([...undecidedStatuses, 'chosen'])
  expect(responseStatusesBefore('decline')).toEqual([...undecidedStatuses, 'chosen'])
  expect(responseStatusesBefore('withdraw')).toEqual(undecidedStatuses)
  expect(responseStatusesBefore('choose')).toEqual([...undecidedStatuses, 'declined', 'not_chosen'])
  expect(responseStatusesBefore('reopen')).toEqual(['not_chosen'])
})

test('moderation tasks have exactly these moves', () => {
  const moveLines = Object.entries(moderationMoves).map(
    ([state, targets]) => `${state}: ${targets.toSorted().join(' ')}`,
  )
  expect(moveLines).toEqual([
    // An open task is claimed or decided by a moderator. It is returned if the author is asked a question or withdraws
    // the listing.
    'open: approved claimed rejected returned',
    'claimed: approved claimed open rejected returned',
    // A decision may be undone before it takes effect. A decided task is returned if its listing is gone.
    'approved: claimed open rejected returned',
    'rejected: claimed returned',
    // A returned task continues when the author answers the question, or when a moderator decides without the answer.
    'returned: approved claimed open rejected returned',
  ])
})

/** State names on which clients, the database and documents depend, so that a rename fails here. */
test.each([
  [responseStatuses, 'no_show shown shortlisted chosen declined not_chosen withdrawn'],
  [
    endReasons,
    'chosen_other author_declined listing_closed listing_deleted listing_completed not_renewed withdrawn',
  ],
  [paymentStates, 'created pending paid refund_pending refunded expired failed'],
  [payableStates, 'created pending expired failed'],
  [moderationStates, 'open claimed approved rejected returned'],
  [deliveryStates, 'pending sending sent failed unknown held'],
])('%j', (states, names) => {
  expect(states).toEqual(names.split(' '))
})

test('old clients know a boosted response as 20 and any other as 200', () => {
  expect(responseTypes).toEqual({ boosted: 20, normal: 200 })
})
