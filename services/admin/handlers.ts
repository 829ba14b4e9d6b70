import type { adminCalls } from '#contract/calls/admin.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { approve, claim, reject, release, undo } from '#services/moderation/actions.ts'
import { decideReport } from '#services/moderation/reports.ts'
import { settlePayment } from '#services/payments/settling.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { checkPayment, setFocusGroup, setRole } from './actions.ts'
import { operatorsView } from './health.ts'
import { findTask, listAllListings, listPayments, listQueue, listUsers } from './queries.ts'
import { findReportTask, listReports } from './reports.ts'

async function getTask(ctx: UserContext, id: number) {
  const task = (await findTask(ctx.db, id, ctx.language)) ?? (await findReportTask(ctx.db, id, ctx.language))
  if (!task) throw new AppError('not_found')
  return task
}

async function getUser(ctx: UserContext, id: number) {
  const { items } = await listUsers(ctx.db, ctx.language, { id, page: 1, per_page: 1 })
  const [person] = items
  if (!person) throw new AppError('not_found')
  return person
}

type Act = (ctx: UserContext, act: { task_id: number; moderator_id: number }) => Promise<void>

/** The same acts as the buttons of the moderators' chat; the answer shows what is true afterwards. */
function acting(act: Act) {
  return async (ctx: UserContext, { params }: { params: { id: number } }) => {
    await act(ctx, { task_id: params.id, moderator_id: ctx.viewer.id })
    return getTask(ctx, params.id)
  }
}

function judging(verdict: 'accepted' | 'dismissed') {
  return async (ctx: UserContext, { params }: { params: { id: number } }) => {
    await decideReport(ctx, params.id, verdict)
    return getTask(ctx, params.id)
  }
}

export const adminHandlers: Handlers<typeof adminCalls, GuestContext, UserContext> = {
  'GET /api/admin/moderation': (ctx, { query: { subject, ...query } }) =>
    subject === 'report'
      ? listReports(ctx.db, ctx.language, query)
      : listQueue(ctx.db, ctx.language, { ...query, subject }),
  'GET /api/admin/moderation/:id': (ctx, { params }) => getTask(ctx, params.id),
  'POST /api/admin/moderation/:id/claim': acting(claim),
  'POST /api/admin/moderation/:id/release': acting(release),
  'POST /api/admin/moderation/:id/approve': acting(approve),
  'POST /api/admin/moderation/:id/undo': acting(undo),
  'POST /api/admin/moderation/:id/reject': (ctx, { params, body }) =>
    acting((_, act) => reject(ctx, { ...act, reason: body.reason }))(ctx, { params }),
  'POST /api/admin/moderation/:id/accept': judging('accepted'),
  'POST /api/admin/moderation/:id/dismiss': judging('dismissed'),
  'GET /api/admin/users': (ctx, { query }) => listUsers(ctx.db, ctx.language, query),
  'POST /api/admin/users/:id/role': async (ctx, { params, body }) => {
    await setRole(ctx, params.id, body.role)
    return getUser(ctx, params.id)
  },
  'POST /api/admin/users/:id/focus_group': async (ctx, { params, body }) => {
    await setFocusGroup(ctx, params.id, body.is_focus_group)
    return getUser(ctx, params.id)
  },
  'GET /api/admin/listings': (ctx, { query }) => listAllListings(ctx.db, query),
  'GET /api/admin/payments': (ctx, { query }) => listPayments(ctx.db, query),
  'POST /api/admin/payments/:id/check': async (ctx, { params }) => {
    await checkPayment(ctx, params.id)
    return { ok: true }
  },
  'POST /api/admin/payments/:id/settle': async (ctx, { params, body }) => {
    await settlePayment(ctx, { payment_id: params.id, ...body })
    const { items } = await listPayments(ctx.db, { id: params.id, page: 1, per_page: 1 })
    const [payment] = items
    if (!payment) throw new AppError('not_found')
    return payment
  },
  'GET /api/admin/health': (ctx) => operatorsView(ctx),
}
