import { z } from 'zod'
import { responseStatuses } from '../lifecycle.ts'
import { userRoles, userStatuses, verificationStates } from '../states.ts'
import { AuditEntry } from './admin-audit.ts'
import { addedReason, Paging } from './admin-fields.ts'
import { ReportedSubject } from './admin-reports.ts'
import { defineCalls } from './call.ts'
import { Language } from './fields.ts'
import { byId, UserId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { PublicUser } from './people-shapes.ts'
import { Time } from './scalars.ts'
import { cursorList, page } from './shapes.ts'

/** Data of a person that staff may see: no contacts, no phone, no private texts. */
export const AdminPerson = PublicUser.extend({
  role: z.enum(userRoles),
  status: z.enum(userStatuses),
  block_reason: z.string().nullable(),
  verification: z.enum(verificationStates),
  /** True if the confirmed phone is one of Telegram's own numbers (+888), which belong to no country. */
  has_anonymous_phone: z.boolean(),
  is_focus_group: z.boolean(),
  ui_language: Language,
  /** True if the bot can write to the person. */
  is_reachable: z.boolean(),
  /** Date of the person's last visit; null if they hide it. */
  seen_on: z.string().nullable(),
  sessions: z.int(),
  /**
   * Set if the person deleted an account in the last 90 days. `rejections`: rejected listings of the deleted account.
   */
  returned: z.object({ rejections: z.int() }).nullable(),
  open_reports: z.int(),
  /** Warnings, latest first. `given_by` is the name of the member of staff, null if that account is deleted. */
  warnings: z.array(z.object({ reason: z.string(), created_at: Time, given_by: z.string().nullable() })),
  /** Number of the warnings in the last 90 days. */
  recent_warnings: z.int(),
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
  /** Payments of the person, shown to admins only; amounts in roubles or whole Stars. */
  money: z
    .object({
      paid: z.array(z.object({ amount: z.number(), currency: z.string() })),
      refunded: z.array(z.object({ amount: z.number(), currency: z.string() })),
      credits: z.int(),
    })
    .nullable(),
})

const personCall = {
  access: 'moderator',
  params: byId(UserId),
  errors: ['not_found'],
  added: addedReason,
} as const

/** Calls about one person: data, activity, contacts. */
export const adminPeopleCalls = defineCalls({
  'GET /api/admin/users/:id': { ...personCall, reply: AdminPerson },
  'GET /api/admin/users/:id/responses': {
    ...personCall,
    query: Paging,
    /** Responses without texts and prices, which are private. */
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
  },
  'GET /api/admin/users/:id/reports': {
    ...personCall,
    /** `about`: complaints about the person. `by`: complaints that the person sent. */
    query: Paging.extend({ side: z.enum(['about', 'by']).default('about') }),
    reply: page(ReportedSubject),
  },
  'GET /api/admin/users/:id/history': {
    ...personCall,
    query: ListRequest,
    /** Acts of staff about the person and their listings. Acts about money and contacts are shown to admins only. */
    reply: cursorList(AuditEntry),
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
