import { type RawBuilder, sql } from 'kysely'
import type { ListRequest } from '#contract/calls/page-request.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { hasBlocked, notBlocked } from '#services/users/visibility/blocks.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'

/** A person's favourites, last added first. */

type Kind = 'order' | 'vacancy' | 'user'
type Page = { total: number; next_cursor: string | null }
type FoundPage = { total: number; rows: { id: number; rank: number }[] }

const addedRank = sql`extract(epoch from favorite.created_at)::float8 as rank`

/** SQL for favourite listings. Closed listings stay in the list with their state; deleted ones do not. */
function listings(kind: Kind, viewer_id: number): RawBuilder<unknown> {
  return sql`select listing.id, ${addedRank}
    from favorite_listings favorite join listings listing on listing.id = favorite.listing_id
    where favorite.user_id = ${viewer_id} and listing.kind = ${kind}
      and listing.status not in ('deleted', 'refunded') and not ${hasBlocked('listing.author_id', viewer_id)}`
}

/**
 * SQL for favourite people, without those who deleted their account or are blocked by staff, and without blocks in
 * either direction.
 */
function people(viewer_id: number): RawBuilder<unknown> {
  return sql`select person.id, ${addedRank}
    from favorite_users favorite join users person on person.id = favorite.favorite_id
    where favorite.user_id = ${viewer_id} and person.status = 'active' and ${notBlocked('person.id', viewer_id)}`
}

type Asked = { viewer_id: number; kind: Kind; rank: number; id: number; most: number }
const pageOf = (isOfPeople: boolean, isBehind: boolean) =>
  prepare<Asked, FoundPage>((_, { viewer_id, kind, rank, id, most }) => {
    const favorites = isOfPeople ? people(viewer_id) : listings(kind, viewer_id)
    const behind = isBehind ? sql`where (rank, id) < (${rank}::float8, ${id}::bigint)` : sql``
    return sql<FoundPage>`
      with kept as materialized (${favorites}),
      page as (select * from kept ${behind} order by rank desc, id desc limit ${most})
      select (select count(*)::int from kept) as total,
        (select coalesce(json_agg(page order by rank desc, id desc), '[]') from page) as rows`
  })
const firstAndFurther = (isOfPeople: boolean) => ({
  first: pageOf(isOfPeople, false),
  further: pageOf(isOfPeople, true),
})
const pages = { people: firstAndFurther(true), listings: firstAndFurther(false) }

async function findPage(ctx: UserContext, kind: Kind, { per_page, cursor }: ListRequest) {
  const from = cursor === undefined ? undefined : readCursor(cursor, kind)
  const readPage = pages[kind === 'user' ? 'people' : 'listings'][from ? 'further' : 'first']
  const args = { viewer_id: ctx.viewer.id, kind, most: per_page + 1, ...(from ?? { rank: 0, id: 0 }) }
  const [page = { total: 0, rows: [] }] = await readPage(ctx.db, args)
  const { total, rows: found } = page
  const pageRows = found.slice(0, per_page)
  const last = found.length > per_page ? pageRows.at(-1) : undefined
  return { ids: pageRows.map(({ id }) => id), total, next_cursor: last ? writeCursor(kind, last) : null }
}

/**
 * Returns a page of favourites.
 * @param readItems loads the favourites with the given ids, in the order of the ids
 */
export async function listFavorites<Items>(
  ctx: UserContext,
  kind: Kind,
  request: ListRequest,
  readItems: (ids: number[]) => Promise<Items>,
): Promise<Page & { items: Items }> {
  const { ids, ...page } = await findPage(ctx, kind, request)
  return { items: await readItems(ids), ...page }
}

/** Page size for clients that do not support pages. */
export const unpagedRequest: ListRequest = { per_page: limits.list.unpaged }

/**
 * Adds a person to the favourites. Adding again changes nothing, because clients on weak networks retry.
 * @throws not_found, invalid_input
 */
export async function addUser(ctx: UserContext, favorite_id: number): Promise<void> {
  if (favorite_id === ctx.viewer.id) throw new AppError('invalid_input', { fields: [{ path: 'user_id' }] })
  if ((await contactVisibility(ctx.db, ctx.viewer.id, favorite_id)).hidden) throw new AppError('not_found')
  await ctx.db
    .insertInto('favorite_users')
    .values({ user_id: ctx.viewer.id, favorite_id, created_at: ctx.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeUser(ctx: UserContext, favorite_id: number): Promise<void> {
  await ctx.db
    .deleteFrom('favorite_users')
    .where('user_id', '=', ctx.viewer.id)
    .where('favorite_id', '=', favorite_id)
    .execute()
}
