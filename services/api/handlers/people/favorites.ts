import type { Handlers } from '#contract/calls/call.ts'
import type { favoriteCalls } from '#contract/calls/favorites.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import { done } from '#services/api/request/replies.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { readCards } from '#services/listings/cards/queries.ts'
import { readerOf } from '#services/listings/projections.ts'
import { addUser, listFavorites, removeUser, unpagedRequest } from '#services/users/people/favorites.ts'
import { listUsersByIds } from '#services/users/people/queries.ts'

const insertFavorite = prepare((db, row: { user_id: number; listing_id: number; created_at: string }) =>
  db
    .insertInto('favorite_listings')
    .values({ user_id: row.user_id, listing_id: row.listing_id, created_at: row.created_at })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Adding a favorite twice is no error, because clients retry on weak networks. */
async function add(ctx: UserContext, listing_id: number, kind: ListingKind): Promise<void> {
  await getVisibleFacts(ctx.lists, listing_id, ctx.viewer.id, kind)
  await insertFavorite(ctx.db, { user_id: ctx.viewer.id, listing_id, created_at: ctx.now().toISOString() })
}

async function remove(ctx: UserContext, listing_id: number): Promise<void> {
  await ctx.db
    .deleteFrom('favorite_listings')
    .where('user_id', '=', ctx.viewer.id)
    .where('listing_id', '=', listing_id)
    .execute()
}

const orders = (ctx: UserContext, request: ListRequest) =>
  listFavorites(ctx, 'order', request, (ids) => readCards(ctx, 'order', ids, readerOf(ctx)))
const vacancies = (ctx: UserContext, request: ListRequest) =>
  listFavorites(ctx, 'vacancy', request, (ids) => readCards(ctx, 'vacancy', ids, readerOf(ctx)))
const people = (ctx: UserContext, request: ListRequest) =>
  listFavorites(ctx, 'user', request, (ids) => listUsersByIds(ctx.db, ids, readerOf(ctx)))

export const favoriteHandlers: Handlers<typeof favoriteCalls, GuestContext, UserContext> = {
  'POST /favorites/add_project': done((ctx, { body }) => add(ctx, body.project_id, 'order')),
  'POST /favorites/add_vacancy': done((ctx, { body }) => add(ctx, body.vacancy_id, 'vacancy')),
  'DELETE /favorites/delete_project': done((ctx, { body }) => remove(ctx, body.project_id)),
  'DELETE /favorites/delete_vacancy': done((ctx, { body }) => remove(ctx, body.vacancy_id)),
  'POST /favorites/get_projects': async (ctx) => (await orders(ctx, unpagedRequest)).items,
  'POST /favorites/get_vacancies': async (ctx) => (await vacancies(ctx, unpagedRequest)).items,
  'POST /favorites/get_users': async (ctx) => (await people(ctx, unpagedRequest)).items,
  'GET /favorites/projects': (ctx, { query }) => orders(ctx, query),
  'GET /favorites/vacancies': (ctx, { query }) => vacancies(ctx, query),
  'GET /favorites/users': (ctx, { query }) => people(ctx, query),
  'POST /favorites/add_user': done((ctx, { body }) => addUser(ctx, body.user_id)),
  'DELETE /favorites/delete_user': done((ctx, { body }) => removeUser(ctx, body.user_id)),
}
