import type { adminModerationCalls } from '#contract/calls/admin-moderation.ts'
import type { Handlers } from '#contract/calls/call.ts'
import type { Consequence } from '#contract/rejection.ts'
import { getTask, listQueue } from '#services/admin/moderation/queue.ts'
import { countAll } from '#services/admin/queries.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { restoreService } from '#services/lifecycle/removal/takedown.ts'
import { warnPerson } from '#services/lifecycle/sanctions/actions.ts'
import { ask } from '#services/moderation/appeals/questions.ts'
import {
  accept,
  approve,
  claim,
  dismiss,
  reject,
  release,
  undo,
} from '#services/moderation/decisions/actions.ts'
import { applyConsequence } from '#services/moderation/decisions/card-actions.ts'
import { startStaffAct } from '#services/moderation/decisions/staff-acts.ts'
import type { Act } from '#services/moderation/queue/tasks.ts'

type Params = { params: { id: number } }

/**
 * Wraps an act on a moderation task into a handler that returns the changed task. The acts are those behind the buttons
 * in the moderators' chat.
 */
function acting<Input extends Params>(act: (ctx: UserContext, act: Act, input: Input) => Promise<void>) {
  return async (ctx: UserContext, input: Input) => {
    const task_id = input.params.id
    await act(ctx, { task_id, moderator_id: ctx.viewer.id }, input)
    return getTask(ctx, task_id, ctx.language)
  }
}

export const adminModerationHandlers: Handlers<typeof adminModerationCalls, GuestContext, UserContext> = {
  'GET /api/admin/moderation': (ctx, { query }) => listQueue(ctx, ctx.language, query),
  'GET /api/admin/moderation/:id': (ctx, { params }) => getTask(ctx, params.id, ctx.language),
  'POST /api/admin/moderation/:id/claim': acting(claim),
  'POST /api/admin/moderation/:id/release': acting(release),
  'POST /api/admin/moderation/:id/approve': acting(
    (ctx, act, { body }: Params & { body: { content_hash?: string | null } }) =>
      approve(ctx, { ...act, seen: body.content_hash ?? '' }),
  ),
  'POST /api/admin/moderation/:id/undo': acting(undo),
  'POST /api/admin/moderation/:id/reject': acting(
    (ctx, act, { body }: Params & { body: { reason: string } }) => reject(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/ask': acting(
    (ctx, act, { body }: Params & { body: { question: string } }) => ask(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/block': acting(
    (ctx, act, { body }: Params & { body: { reason: string } }) =>
      applyConsequence(ctx, { ...act, ...body, consequence: 'block' }),
  ),
  'POST /api/admin/moderation/:id/accept': acting(
    (ctx, act, { body }: Params & { body: { reason: string; consequence: Consequence } }) =>
      accept(ctx, { ...act, ...body }),
  ),
  'POST /api/admin/moderation/:id/dismiss': acting(dismiss),
  'GET /api/admin/counts': (ctx) => countAll(ctx),
  'POST /api/admin/listings/:id/take_down': async (ctx, { params, body }) => {
    const about = { listing_id: params.id }
    return startStaffAct(ctx, { ...body, about, moderator_id: ctx.viewer.id })
  },
  'POST /api/admin/services/:id/restore': async (ctx, { params }) => {
    await restoreService(ctx, params.id)
    return { ok: true }
  },
  'POST /api/admin/users/:id/warn': (ctx, { params, body }) =>
    warnPerson(ctx, { user_id: params.id, ...body }),
}
