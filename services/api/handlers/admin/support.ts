import type { adminSupportCalls } from '#contract/calls/admin-support.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { getSupportCase, listSupportCases } from '#services/admin/support.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { closeCase } from '#services/support/actions.ts'

export const adminSupportHandlers: Handlers<typeof adminSupportCalls, GuestContext, UserContext> = {
  'GET /api/admin/support': (ctx, { query }) => listSupportCases(ctx, query),
  'POST /api/admin/support/:id/close': async (ctx, { params }) => {
    await closeCase(ctx, params.id, { by: 'staff', actor_id: ctx.viewer.id })
    return getSupportCase(ctx, params.id)
  },
}
