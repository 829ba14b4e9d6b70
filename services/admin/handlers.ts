import type { adminCalls } from '#contract/calls/admin.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { giveTicket } from '#services/operations/board-access.ts'
import { operatorsView } from '#services/operations/health.ts'
import { settlePayment } from '#services/payments/settling.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { changeStatus } from '#services/users/status.ts'
import { setFocusGroup, setRole } from './actions.ts'
import { settleConflict } from './conflicts.ts'
import { listAllListings } from './listings.ts'
import { checkPayment, getPayment, listPayments } from './payments.ts'
import { getUser, listUsers } from './people.ts'

/** Acts on a person and answers with them. */
function onPerson<Input extends { params: { id: number } }>(
  act: (ctx: UserContext, input: Input) => Promise<unknown>,
) {
  return async (ctx: UserContext, input: Input) => {
    await act(ctx, input)
    return getUser(ctx.db, ctx.language, input.params.id)
  }
}

export const adminHandlers: Handlers<typeof adminCalls, GuestContext, UserContext> = {
  'GET /api/admin/users': (ctx, { query }) => listUsers(ctx.db, ctx.language, query),
  'POST /api/admin/users/:id/role': onPerson((ctx, { params, body }) => setRole(ctx, params.id, body.role)),
  'POST /api/admin/users/:id/status': onPerson((ctx, { params, body }) =>
    changeStatus(ctx, { user_id: params.id, ...body }),
  ),
  'POST /api/admin/users/:id/verification': onPerson((ctx, { params, body }) =>
    settleConflict(ctx, params.id, body.verdict),
  ),
  'POST /api/admin/users/:id/focus_group': onPerson((ctx, { params, body }) =>
    setFocusGroup(ctx, params.id, body.is_focus_group),
  ),
  'GET /api/admin/listings': (ctx, { query }) => listAllListings(ctx.db, query),
  'GET /api/admin/payments': (ctx, { query }) => listPayments(ctx.db, query),
  'POST /api/admin/payments/:id/check': async (ctx, { params }) => {
    await checkPayment(ctx, params.id)
    return { ok: true }
  },
  'POST /api/admin/payments/:id/settle': async (ctx, { params, body }) => {
    await settlePayment(ctx, { payment_id: params.id, ...body })
    return getPayment(ctx.db, params.id)
  },
  'POST /api/admin/queues_ticket': (ctx) => giveTicket(ctx),
  'GET /api/admin/health': (ctx) => operatorsView(ctx),
}
