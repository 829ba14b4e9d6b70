import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { isCounted, recallCount } from '#services/core/kept-counts.ts'
import { createMemory } from '#services/core/memory.ts'
import { isPriced } from './filters.ts'
import type { Span } from './list-pages.ts'

type Filters = ListingQuery['filters']
type Bounds = { from: number; to: number }
/** A range of prices in which more were counted than a total tells, by the name under which that is kept. */
type Range = Bounds & { name: string }
/**
 * A list; the same whatever its prices (`list`), and the same of each of its specialities where there are several.
 */
export type RangeNames = { name: string; list: string; parts: Map<number, string> }

/** The narrower a range, the more others contain it; so many of a list are enough to find one. */
const mostRanges = 50
const life = { ms: limits.totals.ms, most: 1000 }
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
 * How many were counted of a narrower range of prices of the same list or of one of its specialities, of which more were
 * found than is told: a wider one has as many at least. Ranges are as many as people, and hardly anybody asks for just
 * the same.
 */
export function recallNarrower(
  ctx: Context,
  { list, parts, name }: RangeNames,
  filters: Filters,
): number | undefined {
  if (!isPriced(filters)) return undefined
  const [kept, now, wide] = [rangesOf(ctx), ctx.now(), boundsOf(filters)]
  const serves = (range: Range) => contains(wide, range) && range.name !== name && isCounted(ctx, range.name)
  for (const one of [list, ...parts.values()]) {
    const inside = kept.find(one, now)?.find(serves)
    if (inside) return recallCount(ctx, inside.name)
  }
  return undefined
}

/**
 * Remembers that more than is told was counted in the range: only between the lowest and the highest price of what was
 * counted, where counting ended early, and of the one speciality that all of it is of.
 */
export function keepRange(
  ctx: Context,
  { list, parts, name }: RangeNames,
  filters: Filters,
  span: Span | null | undefined,
): void {
  if (!isPriced(filters)) return
  const { currency_id = currencyIds.RUB } = filters
  // What was counted is known in kopecks, other bounds are not.
  const { from, to } = span && currency_id === currencyIds.RUB ? span : boundsOf(filters)
  const one = (span?.leaf && parts.get(span.leaf)) || list
  const others = rangesOf(ctx).find(one, ctx.now()) ?? []
  // Whatever contains this one serves nobody whom this does not serve.
  const useful = others.filter((other) => !contains(other, { from, to }) && isCounted(ctx, other.name))
  rangesOf(ctx).keep(one, [{ from, to, name }, ...useful].slice(0, mostRanges), ctx.now())
}
