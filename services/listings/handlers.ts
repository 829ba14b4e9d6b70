import type { Handlers } from '#contract/calls/call.ts'
import type { orderCalls } from '#contract/calls/orders.ts'
import type { vacancyCalls } from '#contract/calls/vacancies.ts'
import type { GuestContext, UserContext } from '#services/request-context.ts'
import { createOrder, editOrder, removeListing, resubmit } from './actions.ts'
import { getOrder, getVacancy } from './full-page.ts'
import { listOrdersByIds, listVacanciesByIds } from './queries.ts'
import { searchListings } from './search.ts'

function readerOf(ctx: UserContext) {
  return { viewer_id: ctx.viewer.id, language: ctx.language, now: ctx.now() }
}

type ListingCalls = Omit<
  typeof orderCalls,
  | 'POST /api/projects/add_resp'
  | 'POST /api/projects/edit_project_show'
  | 'GET /api/projects/:id/responses'
  | 'GET /api/projects/my_responses'
> &
  typeof vacancyCalls

export const listingHandlers: Handlers<ListingCalls, GuestContext, UserContext> = {
  'POST /api/projects': async (ctx, { body }) => {
    const { ids, pagination } = await searchListings(ctx.db, 'order', body, ctx.viewer.id, ctx.now())
    return { items: await listOrdersByIds(ctx.db, ids, readerOf(ctx)), pagination }
  },
  'POST /api/vacancy': async (ctx, { body }) => {
    const { ids, pagination } = await searchListings(ctx.db, 'vacancy', body, ctx.viewer.id, ctx.now())
    return { items: await listVacanciesByIds(ctx.db, ids, readerOf(ctx)), pagination }
  },
  'POST /api/projects/create': async (ctx, { body }) => {
    const { project_add, deadline = project_add.deadline, tags } = body
    const id = await createOrder(ctx, {
      ...project_add,
      deadline,
      tags: tags.length ? tags : project_add.tags,
    })
    return getOrder(ctx.db, id, readerOf(ctx))
  },
  'GET /api/projects/:id/full_info': (ctx, { params }) => getOrder(ctx.db, params.id, readerOf(ctx)),
  'GET /api/vacancy/:id/full_info': (ctx, { params }) => getVacancy(ctx.db, params.id, readerOf(ctx)),
  'PATCH /api/projects/:id': async (ctx, { params, body }) => {
    await editOrder(ctx, params.id, body)
    return getOrder(ctx.db, params.id, readerOf(ctx))
  },
  'POST /api/projects/resubmit/:id': async (ctx, { params }) => {
    await resubmit(ctx, params.id)
    return getOrder(ctx.db, params.id, readerOf(ctx))
  },
  'DELETE /api/projects/delete': async (ctx, { body }) => {
    await removeListing(ctx, body.project_id)
    return { ok: true }
  },
}
