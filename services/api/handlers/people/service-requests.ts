import type { Handlers } from '#contract/calls/call.ts'
import type { serviceRequestCalls } from '#contract/calls/service-requests.ts'
import type { serviceCalls } from '#contract/calls/services.ts'
import { servicePageHandlers } from '#services/api/handlers/people/services.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import {
  acceptRequest,
  counterRequest,
  declineRequest,
  markRequestSeen,
  withdrawRequest,
} from '#services/requests/actions.ts'
import { orderService } from '#services/requests/orders.ts'
import { getRequest, listRequests } from '#services/requests/queries.ts'

type ById = { params: { id: number } }

/** Carries out an act on a request, and answers with the request as it is afterwards. */
const act =
  <T extends ById>(run: (ctx: UserContext, input: T) => Promise<void>) =>
  async (ctx: UserContext, input: T) => {
    await run(ctx, input)
    return getRequest(ctx, input.params.id)
  }

export const serviceHandlers: Handlers<
  typeof serviceCalls & typeof serviceRequestCalls,
  GuestContext,
  UserContext
> = {
  ...servicePageHandlers,
  'POST /api/services/:id/requests': async (ctx, { params, body }) => ({
    ok: true,
    id: await orderService(ctx, params.id, body),
  }),
  'GET /api/service_requests': (ctx, { query }) => listRequests(ctx, query),
  'GET /api/service_requests/:id': (ctx, { params }) => getRequest(ctx, params.id),
  'PUT /api/service_requests/:id/seen': act((ctx, { params }) => markRequestSeen(ctx, params.id)),
  'POST /api/service_requests/:id/accept': act((ctx, { params, body }) =>
    acceptRequest(ctx, params.id, body.price),
  ),
  'POST /api/service_requests/:id/counter': act((ctx, { params, body }) =>
    counterRequest(ctx, params.id, body),
  ),
  'POST /api/service_requests/:id/decline': act((ctx, { params, body }) =>
    declineRequest(ctx, params.id, body.reason),
  ),
  'POST /api/service_requests/:id/withdraw': act((ctx, { params }) => withdrawRequest(ctx, params.id)),
}
