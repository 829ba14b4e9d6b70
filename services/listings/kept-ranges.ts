import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { isCounted, recallCount } from '#services/core/kept-counts.ts'
import { createMemory } from '#services/core/memory.ts'

type Filters = ListingQuery['filters']
type Bounds = { from: number; to: number }
/** A range of prices in which more were counted than a total tells, by the name under which that is kept. */
type Range = Bounds & { name: string }
/** A list, and the same whatever its prices. */
type Names = { name: string; list: string }

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

function boundsOf({ price_from, price_to }: Filters): Bounds | undefined {
  if (price_from === undefined && price_to === undefined) return undefined
  return { from: price_from ?? Number.NEGATIVE_INFINITY, to: price_to ?? Number.POSITIVE_INFINITY }
}

/**
 * How many were counted of a narrower range of prices of the same list, of which more were found than is told: a wider
 * one has as many at least. Ranges are as many as people, and hardly anybody asks for just the same.
 */
export function recallNarrower(ctx: Context, { list, name }: Names, filters: Filters): number | undefined {
  const wide = boundsOf(filters)
  if (!wide) return undefined
  const inside = rangesOf(ctx)
    .find(list, ctx.now())
    ?.find((range) => contains(wide, range) && range.name !== name && isCounted(ctx, range.name))
  return inside && recallCount(ctx, inside.name)
}

/** Remembers that more than is told was counted in the range. */
export function keepRange(ctx: Context, { list, name }: Names, filters: Filters): void {
  const bounds = boundsOf(filters)
  if (!bounds) return
  const others = rangesOf(ctx).find(list, ctx.now()) ?? []
  // Whatever contains this one serves nobody whom this does not serve.
  const useful = others.filter((other) => !contains(other, bounds) && isCounted(ctx, other.name))
  rangesOf(ctx).keep(list, [{ ...bounds, name }, ...useful].slice(0, mostRanges), ctx.now())
}
