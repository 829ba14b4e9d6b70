import type { Handlers } from '#contract/calls/call.ts'
import type { serviceCalls } from '#contract/calls/services.ts'
import { readFromReplica } from '#services/core/read-replica.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { readerOf } from '#services/listings/projections.ts'
import { setClosed } from '#services/users/services/actions.ts'
import { getServicePage, listServicesByIds } from '#services/users/services/queries.ts'
import { searchServices } from '#services/users/services/search.ts'

type Calls = Pick<
  typeof serviceCalls,
  'GET /api/services' | 'GET /api/services/:id' | 'PUT /api/services/:id/closed'
>

/** Services that are looked at; requests for them have handlers of their own. */
export const servicePageHandlers: Handlers<Calls, GuestContext, UserContext> = {
  'GET /api/services': (ctx, { query }) =>
    readFromReplica(ctx, async (from) => {
      const reader = readerOf(from)
      const { ids, ...rest } = await searchServices(from, query, reader)
      return { items: await listServicesByIds(from.searches ?? from.db, ids, reader), ...rest }
    }),
  'GET /api/services/:id': (ctx, { params }) => getServicePage(ctx, params.id),
  'PUT /api/services/:id/closed': (ctx, { params, body }) => setClosed(ctx, params.id, body.until),
}
