import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { createMemory } from '#services/core/memory.ts'
import type { Span } from './list-pages.ts'
import { type Long, leftOf } from './long-lists.ts'

type Filters = ListingQuery['filters']
type Bounds = { from: number; to: number }
/** A range of prices in which more were counted than a total tells. */
type Range = Bounds & Long
/**
 * What a list is called whatever its prices, and the same of each of its specialities where there are several.
 */
export type RangeNames = { list: string; several: number[]; listOf: (leaf: number) => string }

/** The narrower a range, the more others contain it; so many of a list are enough to find one. */
const mostRanges = 50
const life = { ms: limits.totals.longMs, most: 1000 }
const ranges = new WeakMap<Db, ReturnType<typeof createMemory<Range[]>>>()

function rangesOf({ db }: Context) {
  const known = ranges.get(db) ?? createMemory<Range[]>(life)
  ranges.set(db, known)
  return known
}

const contains = (wide: Bounds, { from, to }: Bounds) => wide.from <= from && to <= wide.to

const boundsOf = ({ price_from, price_to }: Filters): Bounds => ({
  from: price_from ?? Number.NEGATIVE_INFINITY,
  to: price_to ?? Number.POSITIVE_INFINITY,
})

/**
 * How many there are at least in a range of the same prices or of fewer, of the same list or of one of its specialities, of
 * which more were found than is told: a wider one has as many at least. Ranges are as many as people, and hardly anybody
 * asks for just the same.
 */
export function recallNarrower(
  ctx: Context,
  { list, several, listOf }: RangeNames,
  filters: Filters,
): number | undefined {
  const wide = boundsOf(filters)
  const mostOf = (one: string) => {
    const inside = rangesOf(ctx)
      .find(one, ctx.now())
      ?.filter((range) => contains(wide, range))
    return inside?.reduce((most, range) => Math.max(most, leftOf(ctx, range) ?? 0), 0)
  }
  const known = mostOf(list)
  if (known) return known
  for (const leaf of several) {
    const ofLeaf = mostOf(listOf(leaf))
    if (ofLeaf) return ofLeaf
  }
  return undefined
}

/**
 * Remembers that more than is told was counted in the range: only between the lowest and the highest price of what was
 * counted, where counting ended early, and of the one speciality that all of it is of.
 */
export function keepRange(
  ctx: Context,
  { list, several, listOf }: RangeNames,
  filters: Filters,
  span: Span | null | undefined,
  long: Long,
): void {
  const { currency_id = currencyIds.RUB } = filters
  // What was counted is known in kopecks, other bounds are not.
  const bounds = span && currency_id === currencyIds.RUB ? span : boundsOf(filters)
  const { from, to } = bounds
  const one = span?.leaf && several.includes(span.leaf) ? listOf(span.leaf) : list
  const others = rangesOf(ctx).find(one, ctx.now()) ?? []
  // Whatever contains this one serves nobody whom this does not serve.
  const useful = others.filter((other) => !contains(other, bounds) && leftOf(ctx, other) !== undefined)
  rangesOf(ctx).keep(one, [{ from, to, ...long }, ...useful].slice(0, mostRanges), ctx.now())
}
