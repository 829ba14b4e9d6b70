import { describe, expect, test } from 'vitest'
import {
  type ListingMove,
  type ListingStatus,
  legacyFlagsOf,
  listingMoves,
  listingStatuses,
  nextResponseStatus,
  nextStatus,
  type ResponseMove,
  requestStatuses,
  responseMoves,
} from './lifecycle.ts'
import {
  assign,
  attach,
  close,
  edit,
  extend,
  hide,
  pay,
  remove,
  reopen,
  requestActsOf,
  respond,
  show,
  view,
} from './policies.ts'

/**
 * The table below states the result of each act in each state of a listing, by decisions 4.9, 41, 67 and 69 of the
 * specification. `ok` means allowed.
 */
const author = 1
const facts = (status: ListingStatus, changes = {}) => ({
  author_id: author,
  status,
  executor_id: null,
  is_responded: false,
  hidden_reason: null,
  ...changes,
})
const verifiedUser = { id: 2, is_verified: true }
const march = Date.parse('2026-03-01T12:00:00Z')
const statuses: ListingStatus[] = [
  'draft',
  'awaiting_payment',
  'moderation',
  'rejected',
  'published',
  'hidden',
  'in_progress',
  'completed',
  'expired',
  'archived',
  'refunded',
  'deleted',
]

type Acts = Record<string, (status: ListingStatus) => string | null>
const acts: Acts = {
  respond: (status) => respond(verifiedUser, facts(status)),
  edit: (status) => edit(facts(status)),
  attach: (status) => attach(facts(status)),
  pay: (status) => pay(facts(status)),
  extend: (status) => extend(facts(status)),
  remove: (status) => remove(facts(status)),
  close: (status) => close(facts(status, { hidden_reason: 'owner' })),
  'close a hide of the staff': (status) => close(facts(status, { hidden_reason: 'staff' })),
  'reopen in time': (status) => reopen({ ...facts(status), expires_at: '2026-03-02T00:00:00Z' }, march),
  'reopen late': (status) => reopen({ ...facts(status), expires_at: '2026-03-01T12:00:00Z' }, march),
  hide: (status) => hide(facts(status)),
  assign: (status) => assign(facts(status), false),
  reassign: (status) => assign(facts(status, { executor_id: 3 }), true),
  'assign a second': (status) => assign(facts(status, { executor_id: 3 }), false),
  'show the own hide': (status) => show(facts(status, { hidden_reason: 'owner' })),
  'show a hide of the staff': (status) => show(facts(status, { hidden_reason: 'staff' })),
}
/**
 * Results of each act, one word per state, in this order: draft, awaiting_payment, moderation, rejected, published,
 * hidden; on the second line in_progress, completed, expired, archived, refunded, deleted.
 */
const table: Record<keyof typeof acts, string> = {
  respond: `listing_closed listing_closed listing_closed listing_closed ok listing_closed
    executor_chosen listing_closed listing_closed listing_closed listing_closed listing_closed`,
  edit: `ok ok ok ok ok ok
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
  attach: `ok ok ok ok wrong_state wrong_state
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
  pay: `ok ok already_paid already_paid already_paid already_paid
    already_paid already_paid ok ok wrong_state wrong_state`,
  extend: `wrong_state wrong_state wrong_state wrong_state ok wrong_state
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
  remove: `ok ok ok ok ok ok
    executor_working ok ok wrong_state wrong_state wrong_state`,
  close: `wrong_state wrong_state wrong_state wrong_state ok ok
    executor_working wrong_state wrong_state wrong_state wrong_state wrong_state`,
  'close a hide of the staff': `wrong_state wrong_state wrong_state wrong_state ok wrong_state
    executor_working wrong_state wrong_state wrong_state wrong_state wrong_state`,
  'reopen in time': `wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state
    wrong_state wrong_state wrong_state ok wrong_state wrong_state`,
  'reopen late': `wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state
    wrong_state wrong_state wrong_state not_paid wrong_state wrong_state`,
  hide: `not_paid not_paid on_moderation rejected ok wrong_state
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
  assign: `wrong_state wrong_state wrong_state wrong_state ok wrong_state
    ok wrong_state wrong_state wrong_state wrong_state wrong_state`,
  reassign: `wrong_state wrong_state wrong_state wrong_state ok wrong_state
    ok wrong_state wrong_state wrong_state wrong_state wrong_state`,
  'assign a second': `wrong_state wrong_state wrong_state wrong_state executor_chosen wrong_state
    executor_chosen wrong_state wrong_state wrong_state wrong_state wrong_state`,
  'show the own hide': `not_paid not_paid on_moderation rejected wrong_state ok
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
  'show a hide of the staff': `not_paid not_paid on_moderation rejected wrong_state wrong_state
    wrong_state wrong_state wrong_state wrong_state wrong_state wrong_state`,
}

test.each(Object.entries(table))('%s', (act, expected) => {
  expect(statuses.map((status) => acts[act]?.(status) ?? 'ok')).toEqual(expected.split(/\s+/))
})

test('respond checks ownership, then the phone, then the state', () => {
  const respondCode = (viewer: object, changes: object, status: ListingStatus = 'published') =>
    respond({ ...verifiedUser, ...viewer }, facts(status, changes))
  expect(respondCode({ id: author, is_verified: false }, { is_responded: true }, 'expired')).toBe(
    'own_listing',
  )
  expect(respondCode({ is_verified: false }, { is_responded: true }, 'expired')).toBe('verification_required')
  expect(respondCode({}, { is_responded: true }, 'expired')).toBe('already_responded')
  expect(respondCode({}, {})).toBeNull()
})

test('a listing with an executor can be neither closed nor reopened', () => {
  const executorFields = { executor_id: 3 }
  expect(close(facts('published', executorFields))).toBe('executor_working')
  const archivedFacts = { ...facts('archived', executorFields), expires_at: '2026-03-02T00:00:00Z' }
  expect([reopen(archivedFacts, march), pay(archivedFacts)]).toEqual(['wrong_state', 'already_paid'])
})

test('an open vacancy with an executor cannot be removed', () => {
  expect(remove(facts('published', { executor_id: 3 }))).toBe('executor_working')
  expect(remove(facts('completed', { executor_id: 3 }))).toBeNull()
})

describe('view', () => {
  const viewers = {
    stranger: [{ id: 2, is_moderator: false }, {}],
    moderator: [{ id: 2, is_moderator: true }, { blocks_viewer: true }],
    author: [{ id: author, is_moderator: false }, {}],
    responder: [{ id: 2, is_moderator: false }, { is_responded: true }],
    executor: [{ id: 2, is_moderator: false }, { executor_id: 2 }],
    'another’s executor': [{ id: 2, is_moderator: false }, { executor_id: 3 }],
    blocked: [{ id: 2, is_moderator: false }, { blocks_viewer: true }],
    'blocked responder': [
      { id: 2, is_moderator: false },
      { blocks_viewer: true, is_responded: true },
    ],
    'blocked executor': [
      { id: 2, is_moderator: false },
      { blocks_viewer: true, executor_id: 2 },
    ],
  } as const
  const openStatuses = ['published', 'in_progress']
  const withSides = ['published', 'hidden', 'in_progress', 'completed', 'expired', 'archived']
  const allStatuses = statuses.filter((status) => status !== 'deleted')
  const visibleStatuses: Record<keyof typeof viewers, string[]> = {
    stranger: openStatuses,
    moderator: allStatuses,
    author: allStatuses,
    responder: withSides,
    executor: withSides,
    'another’s executor': openStatuses,
    blocked: [],
    'blocked responder': [],
    'blocked executor': withSides,
  }
  test.each(Object.entries(visibleStatuses))('by the %s', (name, expected) => {
    const [viewer, changes] = viewers[name as keyof typeof viewers]
    const answers = statuses.map((status) =>
      view(viewer, {
        ...facts(status),
        audience: 'public',
        asked_id: null,
        blocks_viewer: false,
        ...changes,
      }),
    )
    expect(statuses.filter((_, at) => answers[at] === null)).toEqual(expected)
    // An author who opens a deleted listing gets `removed`; everybody else gets `not_found`.
    const otherCodes = answers.filter((answer) => answer !== null && answer !== 'not_found')
    expect(otherCodes).toEqual(name === 'author' ? ['removed'] : [])
  })
})

describe('a private order', () => {
  const seenBy = (id: number, changes: object = {}) =>
    listingStatuses.filter(
      (status) =>
        view(
          { id, is_moderator: false },
          { ...facts(status), audience: 'private', asked_id: 2, blocks_viewer: false, ...changes },
        ) === null,
    )
  const exceptDeleted = listingStatuses.filter((status) => status !== 'deleted')
  test('is visible to its two sides in every state, blocked or not, and to nobody else', () => {
    expect(seenBy(author)).toEqual(exceptDeleted)
    expect(seenBy(2, { blocks_viewer: true })).toEqual(exceptDeleted)
    expect(seenBy(4)).toEqual([])
    expect(seenBy(4, { is_responded: true, executor_id: 4 })).toEqual([])
  })

  test('gets no other executor', () => {
    for (const reassign of [false, true])
      expect(assign(facts('in_progress', { audience: 'private', executor_id: 2 }), reassign)).toBe(
        'wrong_state',
      )
  })

  test('is answered by the side for which its offer waits', () => {
    const acts = (status: ListingStatus, is_countered: boolean) => [
      requestActsOf('client', { status, is_countered }),
      requestActsOf('freelancer', { status, is_countered }),
      requestActsOf(null, { status, is_countered }),
    ]
    expect(acts('offered', false)).toEqual([['withdraw'], ['accept', 'counter', 'decline'], []])
    expect(acts('offered', true)).toEqual([['accept', 'withdraw'], ['decline'], []])
    for (const status of exceptDeleted.filter((one) => one !== 'offered'))
      for (const is_countered of [false, true]) expect(acts(status, is_countered)).toEqual([[], [], []])
  })

  test('is removed, edited, paid for, hidden and closed by nobody while it is a request', () => {
    for (const status of requestStatuses)
      expect([
        remove(facts(status)),
        edit(facts(status)),
        attach(facts(status)),
        pay(facts(status)),
        hide(facts(status)),
        close(facts(status, { hidden_reason: null })),
        extend(facts(status)),
      ]).toEqual([
        'wrong_state',
        'wrong_state',
        'wrong_state',
        'already_paid',
        'wrong_state',
        'wrong_state',
        'wrong_state',
      ])
  })
})

/**
 * All moves of a listing by decision 4.9 of the specification. Each entry names the state, the move and the next state.
 */
const moves = `draft invoice awaiting_payment, draft delete deleted,
awaiting_payment pay moderation, awaiting_payment lapse draft, awaiting_payment lapse_renewal expired,
awaiting_payment pay_renewal published, awaiting_payment pay_renewal_blocked hidden,
awaiting_payment delete deleted, moderation approve published, moderation approve_blocked hidden,
moderation reject rejected, moderation withdraw refunded, rejected resubmit moderation,
rejected appeal moderation, rejected refund refunded, rejected delete refunded,
published hide hidden, published assign in_progress, published expire expired, published archive archived,
published delete deleted, hidden show published, hidden expire expired, hidden archive archived,
hidden delete deleted, in_progress complete completed, in_progress release published,
completed archive archived, expired renew awaiting_payment, expired archive archived,
archived reopen published, archived reopen_renewal awaiting_payment,
published take_down hidden, hidden take_down hidden, hidden show_blocked hidden,
draft offer offered, offered accept in_progress, offered decline declined, offered withdraw_offer withdrawn,
offered lapse_offer lapsed, in_progress release_private withdrawn`.split(/,\s+/)

test.each(moves)('a listing goes %s', (move) => {
  const [before, name, after] = move.split(' ')
  expect(nextStatus(before as ListingStatus, name as ListingMove)).toBe(after)
})

test('listings and responses have no other moves', () => {
  const countMoves = (moves: object) =>
    Object.entries(moves).flatMap(([before, after]) =>
      Object.entries(after).map(([name, target]) => `${before} ${name} ${target}`),
    )
  expect(countMoves(listingMoves).sort()).toEqual(moves.toSorted())
  expect(countMoves(responseMoves).sort()).toEqual(movesOfResponses.toSorted())
})

const movesOfResponses =
  `no_show show shown, no_show shortlist shortlisted, no_show choose chosen, no_show decline declined,
no_show pass not_chosen, no_show withdraw withdrawn, shown shortlist shortlisted, shown choose chosen,
shown decline declined, shown pass not_chosen, shown withdraw withdrawn, shortlisted choose chosen,
shortlisted decline declined, shortlisted pass not_chosen, shortlisted withdraw withdrawn,
chosen decline declined, chosen pass not_chosen, declined choose chosen, declined restore shown,
declined shortlist shortlisted,
not_chosen choose chosen, not_chosen reopen shown, not_chosen reopen_unseen no_show`.split(/,\s+/)

test.each(movesOfResponses)('a response goes %s', (move) => {
  const [before, name, after] = move.split(' ')
  expect(nextResponseStatus(before as 'shown', name as ResponseMove)).toBe(after)
})

test('flags of old clients: is_paid, is_published, is_archive, is_active', () => {
  const bits = (status: ListingStatus) => {
    const { is_paid, is_published, is_archive, is_active } = legacyFlagsOf(status)
    return [is_paid, is_published, is_archive, is_active].map(Number).join('')
  }
  expect(statuses.map(bits)).toEqual('0000 0000 1000 1000 1101 1000 1100 1010 1010 1010 0010 0010'.split(' '))
})
