import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import { keepCount, recallCount } from '#services/core/kept-counts.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isPriced } from './filters.ts'
import { keepRange, type RangeNames, recallNarrower } from './kept-ranges.ts'
import { isTotalOf, usualMargin, widenMargin } from './left-out-totals.ts'
import { count } from './list-counts.ts'
import type { Seen, Wish } from './list-pages.ts'
import { keepLong, longOf, recallLong } from './long-lists.ts'
import { lookForWords } from './said-words.ts'

const countCap = limits.totals.exact

/** By which a total is kept for everybody, and for one of them. */
export type TotalNames = RangeNames & { name: string; ownName: string }

/** How many match at least, where more were counted than is told, which serves everybody. */
export const recallForAll = (ctx: UserContext, filters: ListingQuery['filters'], names: TotalNames) =>
  isPriced(filters) ? recallNarrower(ctx, names, filters) : recallLong(ctx, names.name)

/** How many match, as far as that is known; `ofOthers` where somebody else has counted them. */
export type Recalled = { known?: number | undefined; ofOthers?: number | undefined }
export function recallTotal(ctx: UserContext, filters: ListingQuery['filters'], names: TotalNames): Recalled {
  const own = recallCount(ctx, names.ownName)
  if (own !== undefined) return { known: own }
  const ofOthers = recallForAll(ctx, filters, names)
  return { known: ofOthers, ofOthers }
}

/** How many match for somebody where others have counted. */
export async function checkTotal(
  ctx: UserContext,
  wish: Wish,
  { seen, known, ...names }: TotalNames & { seen: Seen; known: number },
): Promise<number> {
  const { left_out } = seen
  const { name, ownName, list } = names
  const recount = (margin: number) => count(ctx, { ...wish, margin, per_page: 0 }, true)
  if (seen.page.length === 0) {
    // An empty page does not say whom it leaves out.
    const { found } = await recount(wish.margin)
    keepCount(ctx, ownName, found)
    return found
  }
  if (!left_out || (await isTotalOf(ctx, wish, { name, left_out, beyond: known - countCap })))
    return seen.found ?? known
  const { found, span } = await recount(widenMargin(ctx, list))
  if (found > known) keepForAll(ctx, wish, found, span, names)
  else keepCount(ctx, ownName, found)
  return found
}

function keepForAll(ctx: UserContext, { query }: Wish, found: number, span: Seen['span'], names: TotalNames) {
  const long = longOf(ctx, query, found)
  if (isPriced(query.filters)) keepRange(ctx, names, query.filters, span, long)
  else keepLong(ctx, names.name, long)
}

/** Keeps what was counted, for everybody where it is enough beyond what is told. */
export async function rememberTotal(
  ctx: UserContext,
  wish: Wish,
  { found, span, isApart, ...names }: TotalNames & Pick<Seen, 'span'> & { found: number; isApart: boolean },
): Promise<void> {
  if (found > countCap + usualMargin) {
    keepForAll(ctx, wish, found, span, names)
    // Whoever counts them next walks, if so many say them.
    await lookForWords(ctx, wish)
  } else if (found > countCap || isApart) keepCount(ctx, names.ownName, found)
}
