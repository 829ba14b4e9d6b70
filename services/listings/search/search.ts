import type { z } from 'zod'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { isKnownLong, markLong } from '#services/core/cache.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findSpecialitiesOf } from '#services/reference/queries.ts'
import { searchCorrected } from '#services/reference/words/corrected-search.ts'
import type { CardRow } from '../cards/columns.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { authorOf, readWanted } from './filters.ts'
import { findPage, isWritten } from './page-query.ts'
import type { PageRequest } from './page-sql.ts'

const { exact } = limits.totals
/** A page of a list. `rows` are the card columns of the listings, in the order of `ids`. */
export type Found = { ids: number[]; rows: CardRow[]; pagination: z.output<typeof Pagination> }

/** Finds one page of a list. Mistakes in the search words are corrected, unless the request wants the exact words. */
export async function searchListings(
  ctx: UserContext,
  kind: ListingKind,
  query: ListingQuery,
): Promise<Found & { corrected?: string | undefined }> {
  const { search } = query.filters
  if (!search || query.is_exact || authorOf(query.filters) === ctx.viewer.id)
    return findListings(ctx, kind, query)
  const queryOf = (words: string) => ({ ...query, filters: { ...query.filters, search: words } })
  const { found, corrected } = await searchCorrected(
    ctx,
    search,
    (words) => findListings(ctx, kind, queryOf(words)),
    async (words) => {
      const { search: wanted } = readWanted(queryOf(words), undefined).filters
      return wanted === undefined || isWritten(ctx, kind, wanted)
    },
  )
  return { ...found, corrected }
}

/**
 * Finds one page of a list and its total in one statement. Totals up to `limits.totals.exact` are exact for this
 * viewer. If a list is longer, this fact is cached briefly for all viewers, and the list's pages are read without
 * counting.
 */
async function findListings(ctx: UserContext, kind: ListingKind, query: ListingQuery): Promise<Found> {
  const { filters, pagination } = query
  const { category_id } = filters
  const leaf_ids = category_id && (await findSpecialitiesOf(ctx, category_id))
  const request = requestOf(ctx, kind, query, leaf_ids)
  const { isOwn, sort, offset, per_page } = request
  const isEnding = query.sort === 'close_deadline'
  const name = JSON.stringify([kind, { ...filters, category_id: leaf_ids }, isEnding, ctx.language])
  const isLong = !isOwn && isKnownLong(ctx, name)
  const { rows, total: counted } = await findPage(ctx, request, isLong)
  if (!isOwn && counted !== undefined && counted > exact) markLong(ctx, name)
  const found = counted ?? exact + 1
  // The list may have grown since it was counted, so the total is at least the number of rows up to the end of this
  // page.
  const shown = rows.length > 0 ? offset + rows.length : 0
  const cap = isOwn ? Number.POSITIVE_INFINITY : exact
  const total = Math.min(Math.max(found, shown), cap)
  const last = rows.length === per_page ? rows.at(-1) : undefined
  return {
    ids: rows.map((row) => row.id),
    rows,
    pagination: {
      page: pagination.page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
      is_capped: found > cap,
      next_cursor: last ? writeCursor(sort, last) : null,
    },
  }
}

function requestOf(
  ctx: UserContext,
  kind: ListingKind,
  query: ListingQuery,
  leaf_ids: number[] | undefined,
): PageRequest {
  const { page, per_page: pageSize, cursor } = query.pagination
  const isOwn = authorOf(query.filters) === ctx.viewer.id
  const sort = isOwn ? 'own' : query.sort
  const per_page = Math.min(pageSize, isOwn ? limits.page.ownMax : limits.page.max)
  return {
    kind,
    query: readWanted(query, leaf_ids),
    isOwn,
    sort,
    viewer_id: ctx.viewer.id,
    language: ctx.language,
    now: ctx.now().toISOString(),
    from: cursor === undefined ? undefined : readCursor(cursor, sort),
    per_page,
    offset: cursor === undefined ? (page - 1) * per_page : 0,
  }
}
