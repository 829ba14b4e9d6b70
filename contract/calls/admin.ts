import { z } from 'zod'
import { listingStatuses, moderationStates, paymentStates } from '../lifecycle.ts'
import { limits } from '../limits.ts'
import { paymentFormats } from '../options.ts'
import { defineCalls } from './call.ts'
import { ById, Flag, Id, text } from './fields.ts'
import { Done, PublicUser, page } from './shapes.ts'

const Time = z.string()
const Paging = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})
const Reason = z.object({ reason: text(3, 500) })
const added = 'the admin area names no calls (#157, #158)'

/** A complaint: about what, why, and what became of it. */
export const Report = z.object({
  id: z.int(),
  subject_type: z.enum(['listing', 'user', 'response', 'message', 'review']),
  subject_id: z.int(),
  reason: z.string(),
  comment: z.string().nullable(),
  state: z.enum(['open', 'accepted', 'dismissed']),
  reporter_id: z.int(),
})

/** A complaint's or a review's listing, an edit as it would become. */
const Offer = z.object({
  category: z.string().nullable(),
  deadline: Time.nullable(),
  price: z.number().nullable(),
  min_stake: z.number().nullable(),
  max_stake: z.number().nullable(),
  payment_format: z.enum(paymentFormats).nullable(),
  currency: z.string(),
  /** The last payment for it that arrived. */
  paid: z.object({ amount: z.number(), currency: z.string(), paid_at: Time }).nullable(),
})

/** One entry of the moderators' queue: what they read before they decide. */
export const ModerationTask = z.object({
  id: z.int(),
  subject: z.enum(['listing', 'revision', 'report']),
  state: z.enum(moderationStates),
  /** Findings of the automatic checks. */
  flags: z.array(z.string()),
  created_at: Time,
  /** Since when the moderators, not the author, are to act. */
  waiting_since: Time,
  claimed_by: z.int().nullable(),
  claimer_name: z.string().nullable(),
  claimed_until: Time.nullable(),
  decided_by: z.int().nullable(),
  decider_name: z.string().nullable(),
  effective_at: Time.nullable(),
  reason: z.string().nullable(),
  /** The listing; null in complaints about anything else. */
  listing_id: z.int().nullable(),
  kind: z.enum(['order', 'vacancy']).nullable(),
  title: z.string().nullable(),
  /** The words under review. */
  text: z.string(),
  /** Where the text shows contacts, links or a scam: from and to, in UTF-16 units. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  offer: Offer.nullable(),
  duplicate_of: z.int().nullable(),
  /** Why the author objects to the rejection before this review. */
  appeal: z.string().nullable(),
  /** The last question to the author, with the answer once it is there. */
  question: z.string().nullable(),
  answer: z.string().nullable(),
  status: z.enum(listingStatuses as [string, ...string[]]).nullable(),
  /** Who wrote them, or the person complained about. */
  author: PublicUser,
  author_status: z.enum(['active', 'blocked', 'deleted']),
  /** Nobody of the staff is blocked from a card. */
  author_role: z.enum(['user', 'moderator', 'admin']),
  report: Report.nullable(),
})

export const AdminUser = PublicUser.extend({
  telegram_id: z.int().nullable(),
  username: z.string().nullable(),
  role: z.enum(['user', 'moderator', 'admin']),
  status: z.enum(['active', 'blocked', 'deleted']),
  is_focus_group: z.boolean(),
  block_reason: z.string().nullable(),
  verification: z.enum(['none', 'requested', 'confirmed', 'conflict']),
  /** Complaints about the person that nobody has decided. */
  open_reports: z.int(),
})

export const AdminListing = z.object({
  id: z.int(),
  kind: z.enum(['order', 'vacancy']),
  title: z.string(),
  status: z.string(),
  author_id: z.int(),
  author_name: z.string(),
  created_at: Time,
  published_at: Time.nullable(),
  responses_count: z.int(),
})

export const AdminPayment = z.object({
  id: z.int(),
  kind: z.enum(['project', 'vacancy', 'response']),
  state: z.enum(paymentStates),
  amount: z.number(),
  currency: z.string(),
  payer_id: z.int(),
  payer_name: z.string(),
  listing_id: z.int().nullable(),
  response_id: z.int().nullable(),
  created_at: Time,
  paid_at: Time.nullable(),
  /** A free publication was given for it. */
  is_credited: z.boolean(),
  /** Open cases about it. */
  cases: z.array(z.string()),
})

export const adminCalls = defineCalls({
  'GET /api/admin/moderation': {
    access: 'moderator',
    query: Paging.extend({
      kind: z.enum(['order', 'vacancy']).optional(),
      /** `review` = listings and edits together. */
      subject: z.enum(['listing', 'revision', 'review', 'report']).default('listing'),
      search: text(0, 120).optional(),
    }),
    reply: page(ModerationTask),
    added,
  },
  'GET /api/admin/moderation/:id': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found'],
    added,
  },
  'POST /api/admin/moderation/:id/claim': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided', 'claimed_by_other'],
    added,
  },
  'POST /api/admin/moderation/:id/release': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided', 'claimed_by_other'],
    added,
  },
  'POST /api/admin/moderation/:id/approve': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided', 'claimed_by_other', 'wrong_state'],
    added,
  },
  'POST /api/admin/moderation/:id/reject': {
    access: 'moderator',
    params: ById,
    body: Reason,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided', 'claimed_by_other', 'wrong_state'],
    added,
  },
  'POST /api/admin/moderation/:id/undo': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'wrong_state', 'claimed_by_other', 'decision_effective'],
    added,
  },
  'POST /api/admin/moderation/:id/ask': {
    access: 'moderator',
    params: ById,
    body: z.object({ question: text(limits.moderation.question.min, limits.moderation.question.max) }),
    reply: ModerationTask,
    errors: ['not_found', 'already_decided', 'claimed_by_other'],
    added: 'moderators ask before they decide (4.9)',
  },
  'POST /api/admin/moderation/:id/block': {
    access: 'moderator',
    params: ById,
    body: Reason,
    reply: ModerationTask,
    errors: ['not_found', 'forbidden'],
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
    }),
    added: 'the admin menu counts what waits',
  },
  'POST /api/admin/moderation/:id/accept': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided'],
    added: 'moderators answer complaints (#174)',
  },
  'POST /api/admin/moderation/:id/dismiss': {
    access: 'moderator',
    params: ById,
    reply: ModerationTask,
    errors: ['not_found', 'already_decided'],
    added: 'moderators answer complaints (#174)',
  },
  'GET /api/admin/users': {
    access: 'admin',
    query: Paging.extend({
      search: text(0, 64).optional(),
      status: z.enum(['active', 'blocked']).optional(),
      group: z.enum(['contractor', 'client', 'unverified', 'conflict', 'staff']).optional(),
      sort: z.enum(['newest', 'oldest']).default('newest'),
    }),
    reply: page(AdminUser),
    added,
  },
  'POST /api/admin/users/:id/role': {
    access: 'admin',
    params: ById,
    body: z.object({ role: z.enum(['user', 'moderator', 'admin']) }),
    reply: AdminUser,
    errors: ['not_found'],
    added,
  },
  'POST /api/admin/users/:id/focus_group': {
    access: 'admin',
    params: ById,
    body: z.object({ is_focus_group: Flag }),
    reply: AdminUser,
    errors: ['not_found'],
    added: 'somebody must choose the focus group (#32)',
  },
  'POST /api/admin/users/:id/status': {
    access: 'admin',
    params: ById,
    body: z.object({ status: z.enum(['active', 'blocked']), reason: text(0, 500).optional() }),
    reply: AdminUser,
    errors: ['not_found', 'forbidden'],
    added,
  },
  'POST /api/admin/users/:id/verification': {
    access: 'admin',
    params: ById,
    body: z.object({ verdict: z.enum(['confirmed', 'refused']) }),
    reply: AdminUser,
    errors: ['not_found', 'not_in_conflict'],
    added: 'one phone on two accounts waits for a person (#12)',
  },
  'GET /api/admin/listings': {
    access: 'moderator',
    query: Paging.extend({
      kind: z.enum(['order', 'vacancy']).optional(),
      status: z.enum(listingStatuses as [string, ...string[]]).optional(),
      /** Everything that is over. */
      is_archive: Flag.optional(),
      search: text(0, 120).optional(),
    }),
    reply: page(AdminListing),
    added,
  },
  'GET /api/admin/payments': {
    access: 'admin',
    query: Paging.extend({
      state: z.enum(paymentStates).optional(),
      payer_id: Id.optional(),
      has_case: Flag.optional(),
    }),
    reply: page(AdminPayment),
    added,
  },
  'POST /api/admin/payments/:id/check': {
    access: 'admin',
    params: ById,
    reply: Done,
    errors: ['not_found'],
    added,
  },
  'POST /api/admin/payments/:id/settle': {
    access: 'admin',
    params: ById,
    body: Reason.extend({
      /** The money goes back, or becomes a free publication or boost. */
      how: z.enum(['refund', 'credit']),
    }),
    reply: AdminPayment,
    errors: ['not_found', 'wrong_state'],
    added: 'an admin refunds or grants a credit (#112, #158)',
  },
  'POST /api/admin/queues_ticket': {
    access: 'admin',
    reply: z.object({ url: z.string(), expires_at: Time }),
    errors: ['unavailable'],
    added: 'a browser shows the queues to an administrator (#158)',
  },
  'GET /api/admin/health': {
    access: 'admin',
    reply: z.object({
      /** Milliseconds that the oldest unfinished task has waited. */
      outbox_age_ms: z.number(),
      dead_tasks: z.int(),
      deliveries: z.record(z.string(), z.int()),
      open_cases: z.int(),
      payment_violations: z.int(),
      moderation_open: z.int(),
    }),
    added,
  },
})
