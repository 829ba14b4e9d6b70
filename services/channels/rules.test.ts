import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listingStatuses } from '#contract/lifecycle.ts'
import { type PostFacts, quietUntil, stageOf } from './rules.ts'

const open: PostFacts = {
  kind: 'order',
  audience: 'public',
  status: 'published',
  hidden_reason: null,
  flagged_at: null,
  executor_id: null,
  author_id: 7,
  author_status: 'active',
  payment_format: null,
  is_taken_here: true,
}

test.each<[Partial<PostFacts>, string]>([
  [{}, 'open'],
  [{ executor_id: 8 }, 'open'],
  [{ status: 'in_progress', executor_id: 8 }, 'filled'],
  [{ status: 'completed', executor_id: 8 }, 'filled'],
  [{ status: 'archived', executor_id: 8 }, 'filled'],
  [{ status: 'archived' }, 'closed'],
  [{ status: 'expired' }, 'closed'],
  [{ status: 'awaiting_payment' }, 'closed'],
  [{ status: 'hidden', hidden_reason: 'owner' }, 'closed'],
  [{ status: 'hidden', hidden_reason: 'staff' }, 'taken'],
  [{ status: 'hidden', hidden_reason: 'author_blocked' }, 'taken'],
  [{ status: 'hidden' }, 'taken'],
  [{ status: 'deleted' }, 'taken'],
  [{ status: 'refunded' }, 'taken'],
  [{ status: 'rejected' }, 'taken'],
  [{ status: 'moderation' }, 'taken'],
  [{ status: 'draft' }, 'taken'],
  [{ audience: 'private' }, 'taken'],
  [{ audience: 'private', status: 'in_progress', executor_id: 8 }, 'taken'],
  [{ author_status: 'blocked' }, 'taken'],
  [{ status: 'archived', author_status: 'deleted' }, 'taken'],
  [{ status: 'completed', executor_id: 8, flagged_at: '2026-01-01T00:00:00Z' }, 'taken'],
  [{ is_taken_here: false }, 'moved'],
  [{ is_taken_here: false, status: 'archived' }, 'moved'],
  [{ is_taken_here: false, status: 'in_progress', executor_id: 8 }, 'moved'],
  [{ is_taken_here: false, author_status: 'blocked' }, 'taken'],
  [{ is_taken_here: false, status: 'hidden', hidden_reason: 'staff' }, 'taken'],
])('a listing with %j is %s', (facts, stage) => expect(stageOf({ ...open, ...facts })).toBe(stage))

test.each([
  ['2026-03-02T18:59:59Z', null],
  ['2026-03-02T19:00:00Z', '2026-03-03T06:00:00.000Z'],
  ['2026-03-03T05:59:59Z', '2026-03-03T06:00:00.000Z'],
  ['2026-03-03T06:00:00Z', null],
])('at %s it is quiet until %s', (now, until) => expect(quietUntil(new Date(now))).toBe(until))

test('nothing of a listing is shown that is private, flagged, of an author without access, or was never approved', () => {
  const facts = fc.record<PostFacts>({
    kind: fc.constantFrom('order', 'vacancy'),
    audience: fc.constantFrom('public', 'public', 'private'),
    status: fc.constantFrom(...listingStatuses),
    hidden_reason: fc.constantFrom(null, 'owner', 'author_blocked', 'staff'),
    flagged_at: fc.constantFrom(null, null, '2026-01-01T00:00:00Z'),
    executor_id: fc.constantFrom(null, 8),
    author_id: fc.constant(7),
    author_status: fc.constantFrom('active', 'active', 'blocked', 'deleted'),
    payment_format: fc.constant(null),
    is_taken_here: fc.boolean(),
  })
  const after = ['in_progress', 'completed', 'archived', 'expired', 'awaiting_payment']
  fc.assert(
    fc.property(facts, (listing) => {
      const { status, hidden_reason, executor_id } = listing
      const isPaused = status === 'hidden' && hidden_reason === 'owner'
      const mayShow =
        listing.audience === 'public' && listing.author_status === 'active' && listing.flagged_at === null
      const isOver = after.includes(status) || isPaused
      const over = executor_id === null ? 'closed' : 'filled'
      const shown = status === 'published' ? 'open' : isOver ? over : 'taken'
      const isMoved = shown !== 'taken' && !listing.is_taken_here
      expect(stageOf(listing)).toBe(!mayShow ? 'taken' : isMoved ? 'moved' : shown)
    }),
    { numRuns: 2000 },
  )
})

test('a channel is silent from 22:00 to 9:00 in Moscow, three hours ahead of UTC all year, and always until the next 9:00', () => {
  const hour = 60 * 60_000
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (now) => {
      const moscow = new Date(now.getTime() + 3 * hour)
      const until = quietUntil(now)
      const isDay = moscow.getUTCHours() >= 9 && moscow.getUTCHours() < 22
      const morning = new Date(moscow.getTime() + (moscow.getUTCHours() < 9 ? 0 : 24 * hour)).setUTCHours(
        9,
        0,
        0,
        0,
      )
      expect(until).toBe(isDay ? null : new Date(morning - 3 * hour).toISOString())
    }),
    { numRuns: 2000 },
  )
})
