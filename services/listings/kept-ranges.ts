import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import type { Context } from '#services/core/context.ts'
import { createMemory } from '#services/core/memory.ts'
import { perDb } from '#services/core/per-db.ts'
import type { Span } from './list-pages.ts'
import { type Long, leftOf } from './long-lists.ts'

type Filters = ListingQuery['filters']
export type Bounds = { from: number; to: number }
/** A range of prices in which more were counted than a total tells. */
type Range = Bounds & Long
/** The narrower a range, the more others contain it; so many of a list are enough to find one. */
const mostRanges = 50
const life = { ms: limits.totals.longMs, most: 1000 }
const rangesOf = perDb(() => createMemory<Range[]>(life))

const contains = (wide: Bounds, { from, to }: Bounds) => wide.from <= from && to <= wide.to

export const boundsOf = ({ price_from, price_to }: Filters): Bounds => ({
  from: price_from ?? Number.NEGATIVE_INFINITY,
  to: price_to ?? Number.POSITIVE_INFINITY,
})

/**
 * How many there are at least in a range of the same prices or of fewer, of the list that has this name whatever its
 * prices, of which more were found than is told: a wider one has as many at least. Ranges are as many as people, and
 * hardly anybody asks for just the same.
 */
export function recallNarrower(ctx: Context, list: string, filters: Filters): number | undefined {
  const wide = boundsOf(filters)
  const known = rangesOf(ctx).find(list, ctx.now()) ?? []
  const inside = known.flatMap((range) => (contains(wide, range) ? (leftOf(ctx, range) ?? []) : []))
  return inside.length > 0 ? Math.max(...inside) : undefined
}

/**
 * Remembers that more than is told was counted in the range: only between the lowest and the highest price of what was
 * counted, where counting ended early.
 */
export function keepRange(
  ctx: Context,
  list: string,
  filters: Filters,
  span: Span | null | undefined,
  long: Long,
): void {
  const { currency_id = currencyIds.RUB } = filters
  // What was counted is known in kopecks, other bounds are not.
  const bounds = span && currency_id === currencyIds.RUB ? span : boundsOf(filters)
  const { from, to } = bounds
  const others = rangesOf(ctx).find(list, ctx.now()) ?? []
  // Whatever contains this one serves nobody whom this does not serve.
  const useful = others.filter((other) => !contains(other, bounds) && leftOf(ctx, other) !== undefined)
  rangesOf(ctx).keep(list, [{ from, to, ...long }, ...useful].slice(0, mostRanges), ctx.now())
}
