import { z } from 'zod'
import { listingStatuses, moderationStates } from '../lifecycle.ts'
import { findings } from '../options.ts'
import { moderationSubjects } from '../states.ts'
import { ListedPrice } from './admin-shapes.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { Time } from './scalars.ts'

/**
 * One task in the list of the moderators' queue, with the data needed to choose a task. `GET /api/admin/moderation/:id`
 * returns all data of the task.
 */
export const QueueEntry = z.object({
  id: z.int(),
  subject: z.enum(moderationSubjects),
  state: z.enum(moderationStates),
  listing_id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.enum(listingStatuses),
  author_name: z.string(),
  /** Price under review: of an edit, the new one. */
  price: ListedPrice,
  /** Findings of the automatic checks. */
  flags: z.array(z.enum(findings)),
  is_appeal: z.boolean(),
  waiting_since: Time,
  claimed_by: z.int().nullable(),
  claimer_name: z.string().nullable(),
  claimed_until: Time.nullable(),
  /** Moderator who decided, set while the decision can still be undone. */
  decided_by: z.int().nullable(),
})

/** The moderators' queue as one list. */
export const adminQueueCalls = defineCalls({
  'GET /api/admin/queue': {
    access: 'moderator',
    query: z.object({
      kind: z.enum(['order', 'vacancy']).optional(),
      search: text(0, 120).optional(),
    }),
    /** Tasks of the queue, longest wait first, at most `limits.moderation.shown`; `total` counts all tasks. */
    reply: z.object({ items: z.array(QueueEntry), total: z.int() }),
    added: 'a shift walks through the whole queue without loading every text of it',
  },
})
