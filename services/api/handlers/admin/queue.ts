import type { adminAuditCalls } from '#contract/calls/admin-audit.ts'
import type { adminQueueCalls } from '#contract/calls/admin-queue.ts'
import type { adminReportCalls } from '#contract/calls/admin-reports.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { listAudit } from '#services/admin/audit.ts'
import { listEntries } from '#services/admin/moderation/queue-entries.ts'
import { listReported } from '#services/admin/moderation/reported-content.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'

type Calls = typeof adminQueueCalls & typeof adminReportCalls & typeof adminAuditCalls

/** Staff's lists: the queue, reported items and the audit log. */
export const adminQueueHandlers: Handlers<Calls, GuestContext, UserContext> = {
  'GET /api/admin/queue': (ctx, { query }) => listEntries(ctx.db, query),
  'GET /api/admin/reports': (ctx, { query }) => listReported(ctx.db, query),
  'GET /api/admin/audit': (ctx, { query }) => listAudit(ctx.db, query),
}
