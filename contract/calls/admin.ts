import { z } from 'zod'
import { listingStatuses, paymentStates } from '../lifecycle.ts'
import { userRoles } from '../states.ts'
import { addedReason, Paging, Reason } from './admin-fields.ts'
import { AdminListing, AdminPayment, AdminUser } from './admin-shapes.ts'
import { defineCalls } from './call.ts'
import { Confirmation } from './confirmation-shapes.ts'
import { Flag, text } from './fields.ts'
import { byId, ConfirmationId, PaymentId, UserId } from './ids.ts'
import { Time } from './scalars.ts'
import { Done, page } from './shapes.ts'

const onPerson = { access: 'admin', params: byId(UserId), reply: AdminUser, added: addedReason } as const

export const adminCalls = defineCalls({
  'GET /api/admin/users': {
    access: 'admin',
    query: Paging.extend({
      search: text(0, 64).optional(),
      status: z.enum(['active', 'blocked']).optional(),
      group: z.enum(['contractor', 'client', 'unverified', 'conflict', 'staff']).optional(),
      sort: z.enum(['newest', 'oldest']).default('newest'),
    }),
    reply: page(AdminUser),
    added: addedReason,
  },
  'POST /api/admin/users/:id/role': {
    access: 'admin',
    params: byId(UserId),
    body: z.object({ role: z.enum(userRoles) }),
    reply: Confirmation,
    errors: ['not_found', 'bot_unreachable'],
    added: addedReason,
  },
  'POST /api/admin/users/:id/focus_group': {
    ...onPerson,
    body: z.object({ is_focus_group: Flag }),
    errors: ['not_found'],
    added: 'somebody must choose the focus group (#32)',
  },
  'POST /api/admin/users/:id/status': {
    ...onPerson,
    body: z.object({ status: z.enum(['active', 'blocked']), reason: text(0, 500).optional() }),
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/admin/users/:id/verification': {
    ...onPerson,
    body: z.object({ verdict: z.enum(['confirmed', 'refused']) }),
    errors: ['not_found', 'not_in_conflict'],
    added: 'one phone on two accounts waits for a person (#12)',
  },
  'GET /api/admin/listings': {
    access: 'moderator',
    query: Paging.extend({
      kind: z.enum(['order', 'vacancy']).optional(),
      status: z.enum(listingStatuses).optional(),
      /** True for listings that are over: completed, expired, archived, refunded or deleted. */
      is_archive: Flag.optional(),
      author_id: UserId.optional(),
      search: text(0, 120).optional(),
    }),
    reply: page(AdminListing),
    added: addedReason,
  },
  'GET /api/admin/payments': {
    access: 'admin',
    query: Paging.extend({
      state: z.enum(paymentStates).optional(),
      payer_id: UserId.optional(),
      has_case: Flag.optional(),
    }),
    reply: page(AdminPayment),
    added: addedReason,
  },
  'POST /api/admin/payments/:id/check': {
    access: 'admin',
    params: byId(PaymentId),
    reply: Done.extend({
      /** True if the provider is asked about the payment now; false if the payment's state needs no inquiry. */
      is_asked: z.boolean(),
      state: z.enum(paymentStates),
    }),
    errors: ['not_found'],
    added: addedReason,
  },
  'POST /api/admin/payments/:id/compensate': {
    access: 'admin',
    params: byId(PaymentId),
    body: Reason.extend({
      /** `refund` returns the money; `credit` gives a free publication or boost. */
      how: z.enum(['refund', 'credit']),
    }),
    reply: Confirmation,
    errors: ['not_found', 'wrong_state', 'bot_unreachable'],
    added: 'an admin refunds or grants a credit (#112, #158)',
  },
  'GET /api/admin/confirmations/:id': {
    access: 'admin',
    params: byId(ConfirmationId),
    reply: Confirmation,
    errors: ['not_found'],
    added: 'what costs money or gives power is confirmed in the admin’s own chat; the screen waits for it',
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
      /**
       * Amount by which recent entries of the ledger do not sum to zero: kopecks and Stars, added up. 0 if the ledger
       * balances.
       */
      ledger_imbalance: z.int(),
      /** Number of responses and invitations that should have ended, or whose end was not announced. */
      open_loops: z.int(),
      /**
       * Number of the mini-app's launches in the last day, and number of those launches after which the app never
       * became usable.
       */
      launches: z.int(),
      launches_lost: z.int(),
      moderation_open: z.int(),
    }),
    added: addedReason,
  },
})
