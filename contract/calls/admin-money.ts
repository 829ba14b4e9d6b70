import { z } from 'zod'
import { limits } from '../limits.ts'
import { paymentCaseKinds } from '../payment-cases.ts'
import { Paging, Reason } from './admin-fields.ts'
import { MoneyReport, PaymentCase, RegisterImport } from './admin-money-shapes.ts'
import { defineCalls } from './call.ts'
import { Confirmation } from './confirmation-shapes.ts'
import { Money, TimeOrDate } from './fields.ts'
import { byId, PaymentCaseId, PaymentId } from './ids.ts'
import { page } from './shapes.ts'

const addedReason = 'money that does not add up ends with a person (#158)'

/** Admin calls about money: payment cases, and the providers' books compared with ours. */
export const adminMoneyCalls = defineCalls({
  'GET /api/admin/cases': {
    access: 'admin',
    query: Paging.extend({
      state: z.enum(['open', 'resolved']).default('open'),
      kind: z.enum(paymentCaseKinds).optional(),
    }),
    reply: page(PaymentCase),
    added: addedReason,
  },
  'POST /api/admin/cases/:id/check': {
    access: 'admin',
    params: byId(PaymentCaseId),
    reply: PaymentCase,
    errors: ['not_found', 'wrong_state'],
    added: addedReason,
  },
  'POST /api/admin/cases/:id/finish': {
    access: 'admin',
    params: byId(PaymentCaseId),
    body: Reason.extend({ act: z.enum(['apply', 'refund', 'credit', 'returned', 'accept']) }),
    reply: Confirmation,
    errors: ['not_found', 'wrong_state', 'bot_unreachable'],
    added: addedReason,
  },
  'POST /api/admin/payments/:id/chargeback': {
    access: 'admin',
    params: byId(PaymentId),
    body: Reason.extend({
      amount: Money,
      /** Time when the payer's bank took the money back. */
      happened_at: TimeOrDate,
    }),
    reply: PaymentCase,
    errors: ['not_found', 'wrong_state', 'amount_mismatch'],
    added: 'banks tell of a chargeback by letter',
  },
  'GET /api/admin/money_report': {
    access: 'admin',
    reply: MoneyReport,
    added: 'the operators see the day in the admin area as in their chat',
  },
  'GET /api/admin/registers': {
    access: 'admin',
    reply: z.array(RegisterImport),
    added: "the provider's register is compared with our books",
  },
  'POST /api/admin/registers': {
    access: 'admin',
    upload: {
      // Accepted format of an uploaded register: a text file.
      accept: ['txt'],
      bytes: limits.register.bytes,
      too_large: 'too_large',
      wrong_type: 'register_unreadable',
    },
    reply: RegisterImport,
    errors: ['too_large', 'register_unreadable', 'register_foreign'],
    added: "the provider's register is compared with our books",
  },
})
