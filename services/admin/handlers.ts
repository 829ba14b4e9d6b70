import type { adminCalls } from '#contract/calls/admin.ts'
import type { Handlers } from '#contract/calls/call.ts'
import { approve, claim, judge, reject, release, undo } from '#services/moderation/actions.ts'
import { blockAuthor } from '#services/moderation/blocking.ts'
import { ask } from '#services/moderation/questions.ts'
import type { Act } from '#services/moderation/tasks.ts'
import { giveTicket } from '#services/operations/board-access.ts'
import { operatorsView } from '#services/operations/health.ts'
import { settlePayment } from '#services/payments/settling.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { changeStatus } from '#services/users/status.ts'
import { setFocusGroup, setRole } from './actions.ts'
import { settleConflict } from './conflicts.ts'
import { countAll } from './counts.ts'
import { listAllListings } from './listings.ts'
import { checkPayment, getPayment, listPayments } from './payments.ts'
import { getUser, listUsers } from './people.ts'
import { getTask, listQueue } from './queue.ts'

type Params = { params: { id: number } }

/** The same acts as the buttons of the moderators' chat; the answer shows what is true afterwards. */
function acting<Input extends Params>(act: (ctx: UserContext, act: Act, input: Input) => Promise<void>) {
  return async (ctx: UserContext, input: Input) => {
    const task_id = input.params.id
    await act(ctx, { task_id, moderator_id: ctx.viewer.id }, input)
    return getTask(ctx.db, task_id, ctx.language)
  }
}

/** Acts on a person and answers with them. */
function onPerson<Input extends Params>(act: (ctx: UserContext, input: Input) => Promise<unknown>) {
  return async (ctx: UserContext, input: Input) => {
    await act(ctx, input)
    return getUser(ctx.db, ctx.language, input.params.id)
  }
}

export const adminHandlers: Handlers<typeof adminCalls, GuestContext, UserContext> = {
  'GET /api/admin/moderation': (ctx, { query }) => listQueue(ctx.db, ctx.language, query),
  'GET /api/admin/moderation/:id': (ctx, { params }) => getTask(ctx.db, params.id, ctx.language),
  'POST /api/admin/moderation/:id/claim': acting(claim),
  'POST /api/admin/moderation/:id/release': acting(release),
  'POST /api/admin/moderation/:id/approve': acting(approve),
  'POST /api/admin/moderation/:id/undo': acting(undo),
  'POST /api/admin/moderation/:id/reject': acting(
    (ctx, act, { body }: Params & { body: { reason: string } }) => reject(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/ask': acting(
    (ctx, act, { body }: Params & { body: { question: string } }) => ask(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/block': acting(
    (ctx, act, { body }: Params & { body: { reason: string } }) => blockAuthor(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/accept': acting((ctx, act) => judge(ctx, { ...act, verdict: 'accepted' })),
  'POST /api/admin/moderation/:id/dismiss': acting((ctx, act) =>
    judge(ctx, { ...act, verdict: 'dismissed' }),
  ),
  'GET /api/admin/counts': (ctx) => countAll(ctx),
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
