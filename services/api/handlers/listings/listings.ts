import type { Handlers } from '#contract/calls/call.ts'
import type { dealCalls } from '#contract/calls/deals.ts'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { funnelCalls } from '#contract/calls/funnel.ts'
import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import type { orderCalls } from '#contract/calls/orders.ts'
import type { vacancyCalls } from '#contract/calls/vacancies.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { done } from '#services/api/request/replies.ts'
import { readFromReplica } from '#services/core/read-replica.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { linkFor } from '#services/core/servers/file-urls.ts'
import { handIn, returnWork } from '#services/deals/actions.ts'
import { erasePaperLines, savePaperLines, storePaper } from '#services/deals/papers/actions.ts'
import { getPapers } from '#services/deals/papers/queries.ts'
import { exportDeal, readSigned } from '#services/deals/summary.ts'
import { storeDocument, toJsonDocument } from '#services/files/own-documents.ts'
import { toFile } from '#services/files/queries.ts'
import { assignExecutor, completeListing, unassignExecutor } from '#services/lifecycle/deals/assign.ts'
import { editListing } from '#services/lifecycle/edits/edit.ts'
import { closeListing, reopenListing } from '#services/lifecycle/publication/close.ts'
import { createListing } from '#services/lifecycle/publication/create.ts'
import { resubmit } from '#services/lifecycle/publication/visibility.ts'
import { removeListing } from '#services/lifecycle/removal/remove.ts'
import { readFunnel } from '#services/listings/author/funnel.ts'
import { readCards } from '#services/listings/cards/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { authorOf } from '#services/listings/search/filters.ts'
import { searchListings } from '#services/listings/search/search.ts'
import { getDetails, getListing } from './page.ts'

type Act = (ctx: UserContext, id: number, kind: ListingKind) => Promise<unknown>

/** Runs an act on the caller's listing and returns the listing as its full page shows it. */
async function on<Kind extends ListingKind>(ctx: UserContext, kind: Kind, id: number, act: Act) {
  await act(ctx, id, kind)
  return getListing(ctx, kind, id)
}

/** Drops undefined fields, which old clients send for unchanged values. */
const definedFields = <T extends ListingChanges>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

function editWith(sent: ListingChanges): Act {
  const changes = definedFields(sent)
  return (ctx, id, kind) => ctx.db.transaction().execute((tx) => editListing(ctx, tx, { id, kind, changes }))
}

function assignWith(choice: { response_id: number; reassign: boolean }): Act {
  return (ctx, id, kind) => assignExecutor(ctx, { id, kind, ...choice })
}

/** Adds tags that a client sent next to the listing's object instead of inside it. */
function withTags<T extends ListingChanges>(listing: T, tags: string[]): T {
  return definedFields(tags.length ? { ...listing, tags } : listing)
}

async function listPage<Kind extends ListingKind>(ctx: UserContext, kind: Kind, query: ListingQuery) {
  const { rows, pagination, corrected } = await searchListings(ctx, kind, query)
  return { items: await readCards(ctx, kind, rows, readerOf(ctx)), pagination, corrected }
}

/**
 * The caller's own listings are read from the primary database, so that a change is visible at once. Other
 * lists may use a replica.
 */
const list = <Kind extends ListingKind>(ctx: UserContext, kind: Kind, query: ListingQuery) =>
  authorOf(query.filters) === ctx.viewer.id
    ? listPage(ctx, kind, query)
    : readFromReplica(ctx, (from) => listPage(from, kind, query))

const orderHandlers: Handlers<typeof orderCalls & typeof dealCalls, GuestContext, UserContext> = {
  'POST /api/projects': (ctx, { body }) => list(ctx, 'order', body),
  'POST /api/projects/create': async (ctx, { body }) => {
    const { project_add, tags, file_ids } = body
    const deadline = body.deadline ?? project_add.deadline
    const id = await createListing(ctx, 'order', { ...withTags(project_add, tags), deadline }, file_ids)
    return getListing(ctx, 'order', id)
  },
  'GET /api/projects/:id/full_info': (ctx, { params }) => getListing(ctx, 'order', params.id, ctx.lists),
  'GET /api/projects/:id/details': (ctx, { params }) => getDetails(ctx.db, 'order', params.id, readerOf(ctx)),
  'GET /api/projects/:id/author': async (ctx, { params }) =>
    (await getDetails(ctx.db, 'order', params.id, readerOf(ctx))).author,
  'GET /api/projects/:id/tag': async (ctx, { params }) =>
    (await getDetails(ctx.db, 'order', params.id, readerOf(ctx))).tags,
  'PATCH /api/projects/:id': (ctx, { params, body }) => on(ctx, 'order', params.id, editWith(body)),
  'POST /api/projects/resubmit/:id': (ctx, { params }) => on(ctx, 'order', params.id, resubmit),
  'POST /api/projects/assign_executor/:id': (ctx, { params, query }) =>
    on(ctx, 'order', params.id, assignWith(query)),
  'POST /api/projects/unassign_executor/:id': (ctx, { params }) =>
    on(ctx, 'order', params.id, unassignExecutor),
  'POST /api/projects/complete/:id': (ctx, { params }) => on(ctx, 'order', params.id, completeListing),
  'POST /api/projects/close/:id': (ctx, { params }) => on(ctx, 'order', params.id, closeListing),
  'POST /api/projects/reopen/:id': (ctx, { params }) => on(ctx, 'order', params.id, reopenListing),
  'GET /api/projects/:id/story': (ctx, { params }) => exportDeal(ctx, params.id),
  'POST /api/projects/:id/story_file': async (ctx, { params }) => {
    const record = await exportDeal(ctx, params.id)
    const document = toJsonDocument(`otklik-${params.id}.json`, record)
    return toFile(await storeDocument(ctx, document), linkFor(ctx))
  },
  'GET /api/projects/:id/papers': (ctx, { params }) => getPapers(ctx, params.id),
  'PUT /api/projects/:id/papers': (ctx, { params, body }) => savePaperLines(ctx, params.id, body),
  'DELETE /api/projects/:id/papers': (ctx, { params }) => erasePaperLines(ctx, params.id),
  'POST /api/projects/:id/paper_file': async (ctx, { params, body }) =>
    toFile(await storePaper(ctx, params.id, body.paper), linkFor(ctx)),
  'POST /api/deals/check': async (ctx, { body }) => {
    const story = await readSigned(ctx, body.text)
    return { is_genuine: story !== undefined, story: story ?? null }
  },
  'POST /api/projects/hand_in/:id': (ctx, { params, body }) =>
    on(ctx, 'order', params.id, () => handIn(ctx, params.id, body)),
  'POST /api/projects/return/:id': (ctx, { params, body }) =>
    on(ctx, 'order', params.id, () => returnWork(ctx, params.id, body)),
  'DELETE /api/projects/delete': done((ctx, { body }) => removeListing(ctx, body.project_id, 'order')),
}

const vacancyHandlers: Handlers<typeof vacancyCalls, GuestContext, UserContext> = {
  'POST /api/vacancy': (ctx, { body }) => list(ctx, 'vacancy', body),
  'POST /api/vacancy/create': async (ctx, { body: { vacancy, tags, file_ids } }) => {
    const id = await createListing(ctx, 'vacancy', withTags(vacancy, tags), file_ids)
    return getListing(ctx, 'vacancy', id)
  },
  'GET /api/vacancy/:id/full_info': (ctx, { params }) => getListing(ctx, 'vacancy', params.id, ctx.lists),
  'GET /api/vacancy/:id/details': (ctx, { params }) =>
    getDetails(ctx.db, 'vacancy', params.id, readerOf(ctx)),
  'GET /api/vacancy/:id/author': async (ctx, { params }) =>
    (await getDetails(ctx.db, 'vacancy', params.id, readerOf(ctx))).author,
  'GET /api/vacancy/:id/tag': async (ctx, { params }) =>
    (await getDetails(ctx.db, 'vacancy', params.id, readerOf(ctx))).tags,
  'PATCH /api/vacancy/:id': (ctx, { params, body }) => on(ctx, 'vacancy', params.id, editWith(body)),
  'POST /api/vacancy/resubmit/:id': (ctx, { params }) => on(ctx, 'vacancy', params.id, resubmit),
  'POST /api/vacancy/assign_executor/:id': (ctx, { params, query }) =>
    on(ctx, 'vacancy', params.id, assignWith(query)),
  'POST /api/vacancy/unassign_executor/:id': (ctx, { params }) =>
    on(ctx, 'vacancy', params.id, unassignExecutor),
  'POST /api/vacancy/complete/:id': (ctx, { params }) => on(ctx, 'vacancy', params.id, completeListing),
  'POST /api/vacancy/close/:id': (ctx, { params }) => on(ctx, 'vacancy', params.id, closeListing),
  'POST /api/vacancy/reopen/:id': (ctx, { params }) => on(ctx, 'vacancy', params.id, reopenListing),
  'DELETE /api/vacancy/:id': done((ctx, { params }) => removeListing(ctx, params.id, 'vacancy')),
}

const funnelHandlers: Handlers<typeof funnelCalls, GuestContext, UserContext> = {
  'GET /api/listings/:id/funnel': (ctx, { params }) => readFunnel(ctx, params.id),
}

export const listingHandlers = { ...orderHandlers, ...vacancyHandlers, ...funnelHandlers }
