import type { z } from 'zod'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findLeaves } from '#services/reference/leaves.ts'
import type { CardRow } from './cards.ts'
import { countCap, keepCount, recallCount } from './counts.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { authorOf } from './filters.ts'
import { choose, count, type Seen, type Wish, walk } from './list-pages.ts'

type Page = z.output<typeof Pagination>
/** `rows`: those of the cards, where the page brought them at once. */
export type Found = { ids: number[]; rows: CardRow[] | undefined; is_own: boolean; pagination: Page }

/**
 * One page of a list with an honest total. Where more match than are counted, which is remembered for a moment, the
 * page is a walk along the index of its sort with a plan that is made once, and brings the rows of its cards. Else
 * Postgres chooses a plan for the very values, because walking the index to find few would read the whole market;
 * the walk that finds the page goes on to count.
 */
export async function searchListings(
  ctx: UserContext,
  kind: ListingKind,
  query: ListingQuery,
): Promise<Found> {
  const { filters, pagination } = query
  const { cursor } = pagination
  const viewer_id = ctx.viewer.id
  const is_own = authorOf(filters) === viewer_id
  const per_page = Math.min(pagination.per_page, is_own ? limits.page.ownMax : limits.page.max)
  const sort = is_own ? 'own' : query.sort
  const category_id = filters.category_id && (await findLeaves(ctx, filters.category_id))
  const wish: Wish = {
    ...{ kind, sort, per_page, viewer_id, language: ctx.language, now: ctx.now().toISOString() },
    query: { ...query, filters: { ...filters, category_id } },
    from: cursor === undefined ? undefined : readCursor(cursor, sort),
    offset: cursor === undefined ? (pagination.page - 1) * per_page : 0,
  }
  // Words are read by language. Blocks make the list of those who have any unlike everybody's.
  const name = JSON.stringify([kind, filters, sort === 'close_deadline', ctx.language])
  const ownName = `${name} ${viewer_id}`
  const own = is_own ? undefined : recallCount(ctx, ownName)
  const known = own ?? (is_own ? undefined : recallCount(ctx, name))
  // What is sorted by one index and found by another is not walked to the thousandth.
  const isApart = cursor !== undefined || filters.search !== undefined
  const isFull = known !== undefined && known > countCap
  const seen: Seen =
    isFull && !filters.search
      ? await walk(ctx, wish)
      : known !== undefined && isApart
        ? await choose(ctx, wish)
        : await count(ctx, wish, isApart)
  let found = seen.found ?? known ?? 0
  if (own === undefined && known !== undefined && seen.has_blocks) {
    found = (await count(ctx, { ...wish, per_page: 0 }, true)).found ?? 0
    keepCount(ctx, ownName, found)
  } else if (seen.found !== undefined && !is_own) {
    if (found > countCap && !seen.has_blocks) keepCount(ctx, name, found)
    else if (found > countCap || isApart) keepCount(ctx, ownName, found)
  }
  // A count of a moment ago never says less than what stands on the page.
  const shown = seen.page.length > 0 ? wish.offset + seen.page.length : 0
  const total = Math.min(Math.max(found, shown), countCap)
  const last = seen.page.length === per_page ? seen.page.at(-1) : undefined
  return {
    ids: seen.page.map((row) => row.id),
    rows: seen.rows,
    is_own,
    pagination: {
      page: pagination.page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
      is_capped: found > countCap,
      next_cursor: last ? writeCursor(sort, last) : null,
    },
  }
}
