import type { adminCalls } from '#contract/calls/admin.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { askConfirmation } from '#services/admin/confirmations/actions.ts'
import { getConfirmation } from '#services/admin/confirmations/queries.ts'
import { listAllListings } from '#services/admin/listings.ts'
import { checkPayment, listPayments } from '#services/admin/money/payments.ts'
import { setFocusGroup } from '#services/admin/people/actions.ts'
import { getUser, listUsers } from '#services/admin/people/people.ts'
import { decidePhoneConflict } from '#services/admin/people/phone-conflicts.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { changeStatus } from '#services/lifecycle/sanctions/person-status.ts'
import { giveTicket } from '#services/operations/queue-board-access.ts'
import { operatorsView } from '#services/operations/readiness.ts'

/** Acts on a person and returns them. */
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
  'POST /api/admin/users/:id/role': (ctx, { params, body }) =>
    askConfirmation(ctx, 'user.role', { user_id: params.id, role: body.role }),
  'POST /api/admin/users/:id/status': onPerson((ctx, { params, body }) =>
    changeStatus(ctx, { user_id: params.id, ...body }),
  ),
  'POST /api/admin/users/:id/verification': onPerson((ctx, { params, body }) =>
    decidePhoneConflict(ctx, params.id, body.verdict),
  ),
  'POST /api/admin/users/:id/focus_group': onPerson((ctx, { params, body }) =>
    setFocusGroup(ctx, params.id, body.is_focus_group),
  ),
  'GET /api/admin/listings': (ctx, { query }) => listAllListings(ctx.db, query),
  'GET /api/admin/payments': (ctx, { query }) => listPayments(ctx.db, query),
  'POST /api/admin/payments/:id/check': async (ctx, { params }) => ({
    ok: true,
    ...(await checkPayment(ctx, params.id)),
  }),
  'POST /api/admin/payments/:id/compensate': (ctx, { params, body }) =>
    askConfirmation(ctx, 'payment.compensate', { payment_id: params.id, ...body }),
  'GET /api/admin/confirmations/:id': (ctx, { params }) => getConfirmation(ctx, params.id),
  'POST /api/admin/queues_ticket': (ctx) => giveTicket(ctx),
  'GET /api/admin/health': (ctx) => operatorsView(ctx),
}
