import type { z } from 'zod'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { countInTurn } from '#services/core/kept-counts.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findLeaves } from '#services/reference/leaves.ts'
import type { CardRow } from './card-rows.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { authorOf, isPriced, leavesOf } from './filters.ts'
import {
  checkTotal,
  prepareTotal,
  type Recalled,
  recallForAll,
  recallTotal,
  rememberTotal,
  type Totalled,
  type TotalNames,
} from './kept-totals.ts'
import { marginOf } from './left-out-totals.ts'
import { count } from './list-counts.ts'
import { choose, type Seen, type Wish } from './list-pages.ts'
import { walk } from './list-walks.ts'
import { isCountedAlong, isWalkedFor } from './said-words.ts'

const countCap = limits.totals.exact
type Page = z.output<typeof Pagination>
/** `rows`: those of the cards, where the page brought them at once. */
export type Found = { ids: number[]; rows: CardRow[] | undefined; pagination: Page }

/** Filters for which one plan serves all values: those that the walks have in their indexes. */
const walked = new Set(['price_from', 'price_to', 'currency_id', 'is_remote', 'experience'])
/** Whose listings they are, which own lists have an index by. */
const owner = new Set(['author_id', 'client_id', 'user_id'])
/** Of these the walks have an order of their own, by which matches are counted without reading others. */
const ordered = ['price_from', 'price_to', 'experience'] as const

async function look(
  ctx: UserContext,
  wish: Wish,
  known: number | undefined,
  isApart: boolean,
): Promise<Seen> {
  const { filters, leaves } = wish.query
  if (known !== undefined && known > countCap && (!filters.search || (await isWalkedFor(ctx, wish))))
    return walk(ctx, wish, 'known')
  // Of words that few say Postgres knows too little to choose: it would walk the market for those that nobody has said.
  if (known !== undefined && isApart && (!filters.search || known > countCap)) return choose(ctx, wish)
  if (!wish.from && isCountedAlong(ctx, wish)) return walk(ctx, wish, 'onward')
  const asked = Object.keys(filters).filter((name) => filters[name as keyof typeof filters] !== undefined)
  const isOwn = wish.sort === 'own'
  if (asked.some((name) => !walked.has(name) && !(isOwn && owner.has(name)))) return count(ctx, wish, isApart)
  const isOrdered = !isOwn && (leaves || ordered.some((name) => filters[name] !== undefined))
  // Behind a cursor the walk of the page has passed by what is to be counted.
  const seen = await walk(ctx, wish, wish.from || (!isOwn && (isApart || isOrdered)) ? 'apart' : 'onward')
  if (seen.page.length > 0) return seen
  // A page behind the end comes without the number of matches.
  return wish.offset === 0 && !wish.from ? { ...seen, found: 0 } : count(ctx, wish, isApart)
}

/**
 * One page of a list with an honest total. Where more match than are counted, which is remembered for a moment, the
 * page is a walk along the index of its sort, and brings the rows of its cards. Else it is counted as well: by a plan
 * that is made once where an index finds the matches, by one for the very values where that would read the whole market.
 */
export async function searchListings(
  ctx: UserContext,
  kind: ListingKind,
  query: ListingQuery,
): Promise<Found> {
  const { category_id, search: words } = query.filters
  const leaf_ids = category_id && (await findLeaves(ctx, category_id))
  const asked = { kind, query, leaves: leaf_ids ?? [], ...namesOf(ctx, kind, query, leaf_ids) }
  await prepareTotal(ctx, asked)
  const search = () => findPage(ctx, asked)
  // Words are dear to count, and many look for the same at once.
  const isDear = words !== undefined && recallForAll(ctx, asked) === undefined
  return isDear ? countInTurn(ctx, asked.name, search) : search()
}

const anyPrice = { price_from: undefined, price_to: undefined }

/** With leaves for the categories that were asked for. Words are read by language. */
function namesOf(
  { language, viewer }: UserContext,
  kind: ListingKind,
  { filters, sort }: ListingQuery,
  leaf_ids: number[] | undefined,
): TotalNames {
  const nameOf = (wanted: ListingQuery['filters']) =>
    JSON.stringify([kind, { ...wanted, category_id: leaf_ids }, sort === 'close_deadline', language])
  const name = nameOf(filters)
  const list = isPriced(filters) ? nameOf({ ...filters, ...anyPrice }) : name
  return { name, ownName: `${name} ${viewer.id}`, list }
}

async function findPage(ctx: UserContext, asked: Totalled & { query: ListingQuery }): Promise<Found> {
  const { kind, query, leaves, ...names } = asked
  const { filters, pagination } = query
  const { cursor } = pagination
  const viewer_id = ctx.viewer.id
  const is_own = authorOf(filters) === viewer_id
  const per_page = Math.min(pagination.per_page, is_own ? limits.page.ownMax : limits.page.max)
  const sort = is_own ? 'own' : query.sort
  const { category_id, ...others } = filters
  const wish: Wish = {
    ...{ kind, sort, per_page, viewer_id, language: ctx.language, now: ctx.now().toISOString() },
    query: { filters: others, leaves: category_id && leavesOf(leaves), sort: query.sort },
    from: cursor === undefined ? undefined : readCursor(cursor, sort),
    offset: cursor === undefined ? (pagination.page - 1) * per_page : 0,
    margin: marginOf(ctx, names.list),
  }
  const { known, ofOthers }: Recalled = is_own ? {} : recallTotal(ctx, asked)
  const isApart = cursor !== undefined || filters.search !== undefined
  const seen = await look(ctx, wish, known, isApart)
  const found =
    ofOthers === undefined
      ? (seen.found ?? known ?? 0)
      : await checkTotal(ctx, wish, { seen, known: ofOthers, ...names })
  if (ofOthers === undefined && seen.found !== undefined && !is_own)
    await rememberTotal(ctx, wish, { found, span: seen.span, isApart, ...names })
  // A count of a moment ago never says less than what stands on the page.
  const shown = seen.page.length > 0 ? wish.offset + seen.page.length : 0
  const cap = is_own ? Number.POSITIVE_INFINITY : countCap
  const total = Math.min(Math.max(found, shown), cap)
  const last = seen.page.length === per_page ? seen.page.at(-1) : undefined
  return {
    ids: seen.page.map((row) => row.id),
    rows: seen.rows,
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
