import { z } from 'zod'
import { reportReasons, reportSubjects } from '../options.ts'
import { reportStates, userStatuses } from '../states.ts'
import { Paging } from './admin-fields.ts'
import { defineCalls } from './call.ts'
import { Time } from './scalars.ts'
import { page } from './shapes.ts'

/** Everything that was ever complained about one thing, in one row. */
export const ReportedSubject = z.object({
  subject_type: z.enum(reportSubjects),
  subject_id: z.int(),
  listing: z.object({ id: z.int(), kind: z.enum(['order', 'vacancy']), title: z.string() }).nullable(),
  /** Who is answerable for it. */
  author: z.object({ id: z.int(), full_name: z.string(), status: z.enum(userStatuses) }),
  /** What is complained about, its first words. */
  text: z.string(),
  open: z.int(),
  accepted: z.int(),
  dismissed: z.int(),
  last_at: Time,
  /** The task that decides about the open ones, else the last that did. */
  task_id: z.int().nullable(),
  /** The latest complaints, each with what became of its sender's earlier ones. */
  complaints: z.array(
    z.object({
      id: z.int(),
      reason: z.enum(reportReasons),
      comment: z.string().nullable(),
      state: z.enum(reportStates),
      created_at: Time,
      reporter_id: z.int(),
      reporter_name: z.string(),
      reporter_accepted: z.int(),
      reporter_dismissed: z.int(),
    }),
  ),
})

/** Complaints by what they are about. */
export const adminReportCalls = defineCalls({
  'GET /api/admin/reports': {
    access: 'moderator',
    query: Paging.extend({ state: z.enum(['open', 'closed']).default('open') }),
    reply: page(ReportedSubject),
    added: 'one thing that many complain about is one decision (#174)',
  },
})
