import type { Handlers } from '#contract/calls/call.ts'
import type { collectionCalls } from '#contract/calls/collection.ts'
import type { relationCalls } from '#contract/calls/relations.ts'
import { done } from '#services/api/request/replies.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { blockPerson, listBlocked, listHiddenAuthors, unblockPerson } from '#services/relations/blocks.ts'
import { hideListing, listHiddenListings, showListing } from '#services/relations/hide-listing.ts'
import { report } from '#services/relations/reports.ts'
import { listReviews, replyToReview, writeReview } from '#services/relations/reviews.ts'
import { changeSearch, listSearches, removeSearch, saveSearch } from '#services/relations/saved-searches.ts'
import { hideAuthor, showAuthor } from '#services/users/visibility/hidden-authors.ts'

export const relationHandlers: Handlers<
  typeof relationCalls & typeof collectionCalls,
  GuestContext,
  UserContext
> = {
  'GET /api/not_for_me': (ctx) => listHiddenListings(ctx),
  'POST /api/listings/:id/not_for_me': (ctx, { params, body }) => hideListing(ctx, params.id, body.reason),
  'DELETE /api/listings/:id/not_for_me': done((ctx, { params }) => showListing(ctx, params.id)),
  'POST /api/reviews': (ctx, { body }) => writeReview(ctx, body),
  'GET /api/users/:id/reviews': (ctx, { params, query }) => listReviews(ctx, params.id, query),
  'POST /api/reviews/:id/reply': (ctx, { params, body }) => replyToReview(ctx, params.id, body.text),
  'POST /api/reports': async (ctx, { body }) => ({ ok: true, ...(await report(ctx, body)) }),
  'GET /api/blocks': (ctx) => listBlocked(ctx),
  'POST /api/blocks/:user_id': done((ctx, { params }) => blockPerson(ctx, params.user_id)),
  'DELETE /api/blocks/:user_id': done((ctx, { params }) => unblockPerson(ctx, params.user_id)),
  'GET /api/hidden_authors': (ctx) => listHiddenAuthors(ctx),
  'POST /api/hidden_authors/:user_id': done((ctx, { params }) => hideAuthor(ctx, params.user_id)),
  'DELETE /api/hidden_authors/:user_id': done((ctx, { params }) => showAuthor(ctx, params.user_id)),
  'GET /api/saved_searches': (ctx) => listSearches(ctx),
  'POST /api/saved_searches': (ctx, { body }) => saveSearch(ctx, body),
  'PATCH /api/saved_searches/:id': (ctx, { params, body }) => changeSearch(ctx, params.id, body),
  'DELETE /api/saved_searches/:id': done((ctx, { params }) => removeSearch(ctx, params.id)),
}
