import { z } from 'zod'
import { userRoles } from '../states.ts'
import { defineCalls } from './call.ts'
import { text } from './fields.ts'
import { UserId } from './ids.ts'
import { ListRequest } from './page-request.ts'
import { Time } from './scalars.ts'
import { walked } from './shapes.ts'

/** What an entry can be about. */
export const auditSubjects = [
  'listing',
  'user',
  'report',
  'payment',
  'payment_case',
  'currency',
  'category',
  'tariff',
] as const

/** One trace of a privileged act. Entries are only added, never changed. */
export const AuditEntry = z.object({
  id: z.int(),
  created_at: Time,
  /** Null = the product itself. */
  actor: z.object({ id: z.int(), full_name: z.string(), role: z.enum(userRoles) }).nullable(),
  /** Such as `moderation.approved`. */
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.int(),
  /** A listing's title or a person's name. */
  subject_name: z.string().nullable(),
  /** Where it was done: a chat with the bot, the mini-app, or by nobody at all. */
  origin: z.enum(['chat', 'app', 'itself']),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})

/** The trace of everything that was done by privilege. */
export const adminAuditCalls = defineCalls({
  'GET /api/admin/audit': {
    access: 'admin',
    query: ListRequest.extend({
      /** A number, a person or a word of what was written down. */
      search: text(0, 120).optional(),
      actor_id: UserId.optional(),
      /** An action, or all that begin with its first word. */
      action: z
        .string()
        .regex(/^[a-z_.]{1,40}$/)
        .optional(),
      subject: z.enum(auditSubjects).optional(),
      /** Days in Moscow, both included. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
    }),
    reply: walked(AuditEntry),
    added: 'whoever has power leaves a trace, and somebody reads it (#157, #158)',
  },
})
