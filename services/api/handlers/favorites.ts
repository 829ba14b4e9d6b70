import { sql } from 'kysely'
import type { Handlers } from '#contract/calls/call.ts'
import type { favoriteCalls } from '#contract/calls/favorites.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { getVisibleFacts } from '#services/listings/access.ts'
import { readerOf } from '#services/listings/projections.ts'
import { listOrdersByIds, listVacanciesByIds } from '#services/listings/queries.ts'
import { hasBlocked } from '#services/users/blocks.ts'
import { addUser, listUsers, removeUser } from '#services/users/favorites.ts'

/** Repeating it changes nothing: a retry on a weak network is normal. */
async function add(ctx: UserContext, listing_id: number, kind: ListingKind) {
  await getVisibleFacts(ctx.db, listing_id, ctx.viewer.id, kind)
  await ctx.db
    .insertInto('favorite_listings')
    .values({ user_id: ctx.viewer.id, listing_id, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ok: true } as const
}

async function remove(ctx: UserContext, listing_id: number) {
  await ctx.db
    .deleteFrom('favorite_listings')
    .where('user_id', '=', ctx.viewer.id)
    .where('listing_id', '=', listing_id)
    .execute()
  return { ok: true } as const
}

/** Favourites in the order of adding; closed ones stay with their state, removed ones go. */
async function ids(ctx: UserContext, kind: ListingKind): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('favorite_listings as favorite')
    .innerJoin('listings as listing', 'listing.id', 'favorite.listing_id')
    .select('listing.id')
    .where('favorite.user_id', '=', ctx.viewer.id)
    .where('listing.kind', '=', kind)
    .where('listing.status', 'not in', ['deleted', 'refunded'])
    .where(sql<boolean>`not ${hasBlocked('listing.author_id', ctx.viewer.id)}`)
    .orderBy('favorite.created_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => row.id)
}

export const favoriteHandlers: Handlers<typeof favoriteCalls, GuestContext, UserContext> = {
  'POST /favorites/add_project': (ctx, { body }) => add(ctx, body.project_id, 'order'),
  'POST /favorites/add_vacancy': (ctx, { body }) => add(ctx, body.vacancy_id, 'vacancy'),
  'DELETE /favorites/delete_project': (ctx, { body }) => remove(ctx, body.project_id),
  'DELETE /favorites/delete_vacancy': (ctx, { body }) => remove(ctx, body.vacancy_id),
  'POST /favorites/get_projects': async (ctx) =>
    listOrdersByIds(ctx.db, await ids(ctx, 'order'), readerOf(ctx)),
  'POST /favorites/get_vacancies': async (ctx) =>
    listVacanciesByIds(ctx.db, await ids(ctx, 'vacancy'), readerOf(ctx)),
  'POST /favorites/add_user': (ctx, { body }) => addUser(ctx, body.user_id),
  'DELETE /favorites/delete_user': (ctx, { body }) => removeUser(ctx, body.user_id),
  'POST /favorites/get_users': (ctx) => listUsers(ctx),
}
