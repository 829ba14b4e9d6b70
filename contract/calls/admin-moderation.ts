import { z } from 'zod'
import { limits } from '../limits.ts'
import { consequences } from '../rejection.ts'
import { addedReason, Paging, Reason } from './admin-fields.ts'
import { ModerationTask, StaffAct, WarningCount } from './admin-shapes.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { byId, ListingId, OfferedServiceId, TaskId, UserId } from './ids.ts'
import { Done, page } from './shapes.ts'

/** Errors of staff acts: staff may not decide about their own items while other staff exist. */
const staffActErrors = ['not_found', 'own_case', 'own_rejection'] as const

/** Consequence of a staff decision for an item and its author; the reason is a code or a text for the author. */
const ConsequenceFields = Reason.extend({ consequence: z.enum(consequences) })

/** Statistics of waiting times: their number, their median and their 90th percentile. */
const Times = z.object({
  count: z.int(),
  median_ms: z.number().nullable(),
  p90_ms: z.number().nullable(),
})

const claimErrors = [...staffActErrors, 'already_decided', 'claimed_by_other'] as const
const decisionErrors = [...claimErrors, 'wrong_state'] as const
/**
 * Calls about one task of the moderators' queue. Each call returns the task; a call that changes the task returns the
 * changed task.
 */
const moderationTaskCall = {
  access: 'moderator',
  params: byId(TaskId),
  reply: ModerationTask,
  added: addedReason,
} as const

/** Calls of the moderators' queue. */
export const adminModerationCalls = defineCalls({
  'GET /api/admin/moderation': {
    access: 'moderator',
    query: Paging.extend({
      kind: z.enum(['order', 'vacancy']).optional(),
      /** Kind of the moderation tasks in the list. `review` selects the tasks about listings and about edits. */
      subject: z.enum(['listing', 'revision', 'review', 'report']).default('listing'),
      search: text(0, 120).optional(),
    }),
    reply: page(ModerationTask),
    added: addedReason,
  },
  'GET /api/admin/moderation/:id': { ...moderationTaskCall, errors: ['not_found'] },
  'POST /api/admin/moderation/:id/claim': { ...moderationTaskCall, errors: claimErrors },
  'POST /api/admin/moderation/:id/release': { ...moderationTaskCall, errors: claimErrors },
  'POST /api/admin/moderation/:id/approve': {
    ...moderationTaskCall,
    /** Hash of the content that the moderator read. If the content has changed since, the approval is refused. */
    body: z.object({ content_hash: text(0, 64).nullish() }),
    errors: [...decisionErrors, 'content_changed'],
  },
  'POST /api/admin/moderation/:id/reject': {
    ...moderationTaskCall,
    body: Reason,
    errors: decisionErrors,
  },
  'POST /api/admin/moderation/:id/undo': {
    ...moderationTaskCall,
    errors: ['not_found', 'wrong_state', 'claimed_by_other', 'decision_effective'],
  },
  'POST /api/admin/moderation/:id/ask': {
    ...moderationTaskCall,
    body: z.object({ question: text(limits.moderation.question.min, limits.moderation.question.max) }),
    errors: claimErrors,
    added: 'moderators ask before they decide (4.9)',
  },
  'POST /api/admin/moderation/:id/block': {
    ...moderationTaskCall,
    body: Reason,
    errors: decisionErrors,
    added: 'the author of a scam is stopped from the card (#158)',
  },
  'GET /api/admin/counts': {
    access: 'moderator',
    reply: z.object({
      orders: z.int(),
      vacancies: z.int(),
      order_reports: z.int(),
      vacancy_reports: z.int(),
      people: z.int(),
      new_people: z.int(),
      /** Waiting times of the last days in ms: from submission to decision, and from question to answer. */
      times: z.object({ decisions: Times, answers: Times }),
      support: z.int(),
      /** Number of channels that Telegram refuses posts to. */
      lost_channels: z.int(),
    }),
    added: 'the admin menu counts what waits',
  },
  'POST /api/admin/moderation/:id/accept': {
    ...moderationTaskCall,
    body: ConsequenceFields,
    errors: decisionErrors,
    added: 'moderators answer complaints (#174)',
  },
  'POST /api/admin/moderation/:id/dismiss': {
    ...moderationTaskCall,
    errors: claimErrors,
    added: 'moderators answer complaints (#174)',
  },
  'POST /api/admin/listings/:id/take_down': {
    access: 'moderator',
    params: byId(ListingId),
    body: ConsequenceFields,
    reply: StaffAct,
    errors: [...staffActErrors, 'already_decided', 'wrong_state'],
    added: 'staff take a listing down without a complaint (4.9)',
  },
  'POST /api/admin/services/:id/restore': {
    access: 'moderator',
    params: byId(OfferedServiceId),
    reply: Done,
    errors: ['not_found', 'own_case', 'wrong_state'],
    added: 'a service that was taken down comes back by the staff alone',
  },
  'POST /api/admin/users/:id/warn': {
    access: 'moderator',
    params: byId(UserId),
    body: Reason,
    reply: WarningCount,
    errors: ['not_found', 'own_case'],
    added: 'staff warn with a reason that the person reads',
  },
})
