import type { Handlers } from '#contract/calls/call.ts'
import type { orderCalls } from '#contract/calls/orders.ts'
import { getVisibleFacts } from '#services/listings/queries.ts'
import { countView } from '#services/listings/views.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { markShown, respond } from './actions.ts'
import { listOwnResponses, listResponses } from './queries.ts'

type ResponseCalls = Pick<
  typeof orderCalls,
  | 'POST /api/projects/add_resp'
  | 'POST /api/projects/edit_project_show'
  | 'GET /api/projects/:id/responses'
  | 'GET /api/projects/my_responses'
>

function readerOf(ctx: UserContext) {
  return { viewer_id: ctx.viewer.id, language: ctx.language, now: ctx.now() }
}

export const responseHandlers: Handlers<ResponseCalls, GuestContext, UserContext> = {
  'POST /api/projects/add_resp': (ctx, { body: { response } }) =>
    respond(ctx, { listing_id: response.project_id, kind: 'order', answer: response }),
  'GET /api/projects/:id/responses': async (ctx, { params }) =>
    listResponses(ctx.db, await getVisibleFacts(ctx.db, params.id, ctx.viewer.id, 'order'), readerOf(ctx)),
  'GET /api/projects/my_responses': (ctx) => listOwnResponses(ctx.db, readerOf(ctx)),
  // The author marks responses as seen; anybody else has looked at the order.
  'POST /api/projects/edit_project_show': async (ctx, { body }) => {
    const facts = await getVisibleFacts(ctx.db, body.project_id, ctx.viewer.id, 'order')
    if (facts.author_id === ctx.viewer.id) await markShown(ctx, facts.id, body.user_id)
    else if (facts.status === 'published') await countView(ctx, facts.id, ctx.viewer.id)
    return { ok: true }
  },
}
