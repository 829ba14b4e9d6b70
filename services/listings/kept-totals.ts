import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { keepCount, recallCount } from '#services/core/kept-counts.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isPriced } from './filters.ts'
import { keepRange, recallNarrower } from './kept-ranges.ts'
import { isTotalOf, usualMargin, widenMargin } from './left-out-totals.ts'
import { count } from './list-counts.ts'
import type { Seen, Wish } from './list-pages.ts'
import { lookAtChanges } from './listing-changes.ts'
import { keepLong, longOf, type Query, recallLong } from './long-lists.ts'
import { lookAtPrices, recallSteps } from './price-steps.ts'
import { lookForWords } from './said-words.ts'

const countCap = limits.totals.exact

/** What a list is called by which its total is kept: for everybody, for one of them, and whatever its prices. */
export type TotalNames = { name: string; ownName: string; list: string }
/** A list that is asked for; `leaves`: the specialities for the categories, none where the list is of all. */
export type Totalled = TotalNames & { kind: ListingKind; query: Query; leaves: number[] }

/** Makes the others know what has to be read for it. */
export async function prepareTotal(ctx: UserContext, { kind, query, leaves }: Totalled): Promise<void> {
  await lookAtChanges(ctx)
  await lookAtPrices(ctx, kind, query, leaves)
}

/** How many match at least, where more were counted than is told, which serves everybody. */
export function recallForAll(ctx: UserContext, { kind, query, leaves, name, list }: Totalled) {
  if (!isPriced(query.filters)) return recallLong(ctx, name)
  return recallSteps(ctx, kind, query, leaves) ?? recallNarrower(ctx, list, query.filters)
}

/** How many match, as far as that is known; `ofOthers` where somebody else has counted them. */
export type Recalled = { known?: number | undefined; ofOthers?: number | undefined }
export function recallTotal(ctx: UserContext, asked: Totalled): Recalled {
  const own = recallCount(ctx, asked.ownName)
  if (own !== undefined) return { known: own }
  const ofOthers = recallForAll(ctx, asked)
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
  if (isPriced(query.filters)) keepRange(ctx, names.list, query.filters, span, long)
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
