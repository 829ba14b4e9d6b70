import { z } from 'zod'
import { responseStatuses } from '../lifecycle.ts'
import { userRoles, userStatuses, verificationStates } from '../states.ts'
import { AuditEntry } from './admin-audit.ts'
import { added, Paging } from './admin-fields.ts'
import { ReportedSubject } from './admin-reports.ts'
import { defineCalls } from './call.ts'
import { Language } from './fields.ts'
import { byId, UserId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { PublicUser } from './people-shapes.ts'
import { Time } from './scalars.ts'
import { page, walked } from './shapes.ts'

/** What the staff may know of a person: no contacts, no phone, no texts between two people. */
export const AdminPerson = PublicUser.extend({
  role: z.enum(userRoles),
  status: z.enum(userStatuses),
  block_reason: z.string().nullable(),
  verification: z.enum(verificationStates),
  /** The confirmed number is one of Telegram's own (+888), of no country. */
  has_anonymous_phone: z.boolean(),
  is_focus_group: z.boolean(),
  ui_language: Language,
  /** The bot may write to them. */
  is_reachable: z.boolean(),
  /** The last day in the product; null of those who hide it. */
  seen_on: z.string().nullable(),
  sessions: z.int(),
  /** They deleted an account in the last 90 days; how often they were rejected in it. */
  returned: z.object({ rejections: z.int() }).nullable(),
  open_reports: z.int(),
  /** The latest first; `given_by`: a name, null of one who left. */
  warnings: z.array(z.object({ reason: z.string(), created_at: Time, given_by: z.string().nullable() })),
  record: z.object({
    published: z.int(),
    rejected: z.int(),
    responses: z.int(),
    chosen: z.int(),
    reports_about: z.int(),
    reports_accepted: z.int(),
    reports_by: z.int(),
    reports_by_accepted: z.int(),
  }),
  /** For administrators alone; sums are in roubles, or in whole Stars. */
  money: z
    .object({
      paid: z.array(z.object({ amount: z.number(), currency: z.string() })),
      refunded: z.array(z.object({ amount: z.number(), currency: z.string() })),
      credits: z.int(),
    })
    .nullable(),
})

/** A person as the staff works with them, and what they did here. */
export const adminPeopleCalls = defineCalls({
  'GET /api/admin/users/:id': {
    access: 'moderator',
    params: byId(UserId),
    reply: AdminPerson,
    errors: ['not_found'],
    added,
  },
  'GET /api/admin/users/:id/responses': {
    access: 'moderator',
    params: byId(UserId),
    query: Paging,
    /** Neither texts nor prices: these are between the two. */
    reply: page(
      z.object({
        id: z.int(),
        listing_id: z.int(),
        kind: z.enum(['order', 'vacancy']),
        title: z.string(),
        status: z.enum(responseStatuses),
        is_boosted: z.boolean(),
        created_at: Time,
      }),
    ),
    errors: ['not_found'],
    added,
  },
  'GET /api/admin/users/:id/reports': {
    access: 'moderator',
    params: byId(UserId),
    /** What others complain about, or what the person complained about. */
    query: Paging.extend({ side: z.enum(['about', 'by']).default('about') }),
    reply: page(ReportedSubject),
    errors: ['not_found'],
    added,
  },
  'GET /api/admin/users/:id/history': {
    access: 'moderator',
    params: byId(UserId),
    query: ListRequest,
    /** Acts of the staff about the person and their listings; money and contacts for administrators alone. */
    reply: walked(AuditEntry),
    errors: ['not_found'],
    added,
  },
  'POST /api/admin/users/:id/contacts': {
    access: 'admin',
    params: byId(UserId),
    reply: z.object({
      telegram_link: z.string().nullable(),
      whatsapp: z.string().nullable(),
      telegram: z.string().nullable(),
    }),
    errors: ['not_found'],
    added: 'who looks at contacts leaves a trace, so looking is an act of its own',
  },
})
