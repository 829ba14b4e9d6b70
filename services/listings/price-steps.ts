import { sql } from 'kysely'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { countInTurn } from '#services/core/kept-counts.ts'
import { createMemory } from '#services/core/memory.ts'
import { departedBefore } from './departures.ts'
import { isPriced } from './filters.ts'
import { type Bounds, boundsOf, contains } from './kept-ranges.ts'
import { leftOf } from './long-lists.ts'

/**
 * What live listings of a speciality cost: every so manieth price from the lowest on, in kopecks. It tells of any range
 * how many are in it at least, so that a list of specialities and prices is only counted where that is not enough.
 */
type Steps = { prices: number[]; at: number; departed: number }

const step = 32
const life = { ms: limits.totals.longMs, most: 2000 }
const memories = new WeakMap<Db, ReturnType<typeof createMemory<Steps>>>()
function memoryOf({ db }: Context) {
  const known = memories.get(db) ?? createMemory<Steps>(life)
  memories.set(db, known)
  return known
}

type Asked = { kind: ListingKind; leaves: number[] }
const nameOf = (kind: ListingKind, leaf: number) => `${kind} ${leaf}`

const readSteps = prepare<Asked, { leaf: number; prices: number[] }>((db, { kind, leaves }) => ({
  compile: () =>
    sql<{ leaf: number; prices: number[] }>`select leaf, coalesce(stepped.prices, '[]') as prices
      from unnest(${leaves}::int[]) leaf, lateral (
        select json_agg(price) as prices from (
          select price_base as price, row_number() over (order by price_base, id) as place from listings
          where kind = ${kind} and status = 'published' and category_id = leaf and price_base is not null
        ) priced where place % ${sql.lit(step)} = 0
      ) stepped`.compile(db),
}))

/** Lists that are asked for by specialities and prices in roubles alone, and end at no time. */
function isByPrices({ filters, sort }: Pick<ListingQuery, 'filters' | 'sort'>): boolean {
  const { category_id, price_from, price_to, currency_id = currencyIds.RUB, ...others } = filters
  return (
    isPriced({ price_from, price_to }) &&
    category_id !== undefined &&
    currency_id === currencyIds.RUB &&
    sort !== 'close_deadline' &&
    Object.values(others).every((value) => value === undefined)
  )
}

/** Makes `recallSteps` know what the listings of these specialities cost. */
export async function lookAtPrices(
  ctx: Context,
  kind: ListingKind,
  query: Pick<ListingQuery, 'filters' | 'sort'>,
  leaves: number[],
): Promise<void> {
  const departed = departedBefore(ctx)
  if (!isByPrices(query) || departed === undefined) return
  const memory = memoryOf(ctx)
  const findMissing = () => leaves.filter((leaf) => !memory.find(nameOf(kind, leaf), ctx.now()))
  if (findMissing().length === 0) return
  await countInTurn(ctx, `prices of ${kind} ${leaves}`, async () => {
    const [now, missing] = [ctx.now(), findMissing()]
    if (missing.length === 0) return
    const read = await readSteps(ctx.lists, { kind, leaves: missing })
    for (const { leaf, prices } of read)
      memory.keep(nameOf(kind, leaf), { prices, at: now.getTime(), departed }, now)
  })
}

/** At least so many are in the range, each place among the steps being `step` listings after the one before. */
function leastIn(prices: number[], bounds: Bounds): number {
  const inside = prices.filter((price) => contains(bounds, { from: price, to: price })).length
  return inside && (inside - 1) * step + 1
}

/** How many there are at least in specialities at such prices, where those are more than is told. */
export function recallSteps(
  ctx: Context,
  kind: ListingKind,
  query: Pick<ListingQuery, 'filters' | 'sort'>,
  leaves: number[],
): number | undefined {
  if (!isByPrices(query)) return undefined
  const bounds = boundsOf(query.filters)
  const known = leaves.flatMap((leaf) => memoryOf(ctx).find(nameOf(kind, leaf), ctx.now()) ?? [])
  return leftOf(ctx, {
    found: known.reduce((sum, { prices }) => sum + leastIn(prices, bounds), 0),
    at: Math.min(...known.map(({ at }) => at)),
    // Who left since the first of them was read may have been in any.
    departed: Math.min(...known.map(({ departed }) => departed)),
  })
}
