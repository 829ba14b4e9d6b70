import { z } from 'zod'
import { userRoles } from '../states.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { UserId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { Time } from './scalars.ts'
import { cursorList } from './shapes.ts'

/** Kinds of things that an audit entry may be about. */
export const auditSubjects = [
  'listing',
  'user',
  'report',
  'payment',
  'payment_case',
  'currency',
  'category',
  'tariff',
  'channel',
] as const

/** An audit entry of a privileged act. Entries are never changed. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: Time,
  /** Member of staff who acted; null for an automatic act. */
  actor: z.object({ id: z.int(), full_name: z.string(), role: z.enum(userRoles) }).nullable(),
  /** Name of the act, such as `moderation.approved`. */
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.int(),
  /** Title of the listing or name of the person that the entry is about. */
  subject_name: z.string().nullable(),
  /** Kind of the listing that the entry is about; null for other subjects. */
  listing_kind: z.enum(['order', 'vacancy']).nullable(),
  /** Place where the act was done: a chat with the bot, the mini-app, or `itself` for an automatic act. */
  origin: z.enum(['chat', 'app', 'itself']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** The audit log. */
export const adminAuditCalls = defineCalls({
  'GET /api/admin/audit': {
    access: 'admin',
    query: ListRequest.extend({
      /** Text to search for in the audit log: an id, a person's name, a listing's title, or any text of an entry. */
      search: text(0, 120).optional(),
      actor_id: UserId.optional(),
      /** Name of an act, or the beginning that several names of acts share, such as `moderation`. */
      action: z
        .string()
        .regex(/^[a-z_.]{1,40}$/)
        .optional(),
      subject: z.enum(auditSubjects).optional(),
      /** First and last date of the entries, in Moscow; entries of the last date are included. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    reply: cursorList(AuditEntry),
    added: 'whoever has power leaves a trace, and somebody reads it (#157, #158)',
  },
})
