import { z } from 'zod'
import { reportReasons, reportSubjects } from '../options.ts'
import { reportStates, userStatuses } from '../states.ts'
import { Paging } from './admin-fields.ts'
import { defineCalls } from './call.ts'
import { Time } from './scalars.ts'
import { page } from './shapes.ts'

/** All complaints about one item, in one row. */
export const ReportedSubject = z.object({
  subject_type: z.enum(reportSubjects),
  subject_id: z.int(),
  listing: z.object({ id: z.int(), kind: z.enum(['order', 'vacancy']), title: z.string() }).nullable(),
  /** Author of the reported item. */
  author: z.object({ id: z.int(), full_name: z.string(), status: z.enum(userStatuses) }),
  /** Beginning of the reported text. */
  text: z.string(),
  open: z.int(),
  accepted: z.int(),
  dismissed: z.int(),
  last_at: Time,
  /** The moderators' task about the item's open complaints. If no complaint is open, the latest task about the item. */
  task_id: z.int().nullable(),
  /** True for a service that is taken down, which the staff can put back. */
  is_restorable: z.boolean(),
  /**
   * Latest complaints about the item. `reporter_accepted` and `reporter_dismissed`: results of the sender's earlier
   * complaints.
   */
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

/** Complaints grouped by item. */
export const adminReportCalls = defineCalls({
  'GET /api/admin/reports': {
    access: 'moderator',
    query: Paging.extend({ state: z.enum(['open', 'closed']).default('open') }),
    reply: page(ReportedSubject),
    added: 'one thing that many complain about is one decision (#174)',
  },
})
