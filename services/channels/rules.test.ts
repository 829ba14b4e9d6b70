import { expect, test } from 'vitest'
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
