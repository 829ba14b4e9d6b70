import { sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { countInTurn } from '#services/core/kept-counts.ts'
import { createMemory } from '#services/core/memory.ts'
import { perDb } from '#services/core/per-db.ts'
import { isPriced } from './filters.ts'
import { type Bounds, boundsOf } from './kept-ranges.ts'
import { changesBefore } from './listing-changes.ts'
import { isSteady, leftOf, type Query } from './long-lists.ts'

/**
 * What live listings of a speciality cost: the price of each `step`th from the lowest on, in kopecks. It tells of any
 * range how many are in it at least, so that a list of specialities and prices is only counted where that is not enough.
 */
type Read = { step: number; prices: number[] }
type Steps = Read & { at: number; changes: number }

/** So many steps tell of a large speciality as much as of a small one, and up to twice as many. */
const fewestSteps = 256
/** Of a group with so many specialities; whoever asks for more at once is not worth reading a large part of the market. */
const mostLeaves = 16
const life = { ms: limits.totals.longMs, most: 2000 }
const memoryOf = perDb(() => createMemory<Steps>(life))

type Asked = { kind: ListingKind; leaves: number[] }
const nameOf = (kind: ListingKind, leaf: number) => `${kind} ${leaf}`

const readSteps = prepare<Asked, Read & { leaf: number }>((db, { kind, leaves }) => ({
  compile: () =>
    sql<
      Read & { leaf: number }
    >`select leaf, coalesce(stepped.step, 1) as step, coalesce(prices, '[]') as prices
      from unnest(${leaves}::int[]) leaf, lateral (
        select min(step)::int as step, json_agg(price order by place) as prices from (
          select price_base as price, row_number() over (order by price_base, id) as place,
            greatest(count(*) over () / ${sql.lit(fewestSteps)}, 1) as step
          from listings
          where kind = ${kind} and status = 'published' and category_id = leaf and price_base is not null
        ) priced where place % step = 0
      ) stepped`.compile(db),
}))

/** Lists that are asked for by specialities and prices in roubles alone, and end at no time. */
function isByPrices(query: Query): boolean {
  const { category_id, price_from, price_to, currency_id: _, ...others } = query.filters
  const isOfLeaves = category_id !== undefined && isPriced({ price_from, price_to })
  return isOfLeaves && isSteady(query) && Object.values(others).every((value) => value === undefined)
}

/** Makes `recallSteps` know what the listings of these specialities cost. */
export async function lookAtPrices(
  ctx: Context,
  kind: ListingKind,
  query: Query,
  leaves: number[],
): Promise<void> {
  const changes = changesBefore(ctx)
  if (!isByPrices(query) || leaves.length > mostLeaves || changes === undefined) return
  const memory = memoryOf(ctx)
  const findMissing = () => leaves.filter((leaf) => !memory.find(nameOf(kind, leaf), ctx.now()))
  if (findMissing().length === 0) return
  await countInTurn(ctx, `prices of ${kind} ${leaves}`, async () => {
    const [now, missing] = [ctx.now(), findMissing()]
    if (missing.length === 0) return
    const read = await readSteps(ctx.lists, { kind, leaves: missing })
    for (const { leaf, ...steps } of read)
      memory.keep(nameOf(kind, leaf), { ...steps, at: now.getTime(), changes }, now)
  })
}

/** At least so many are in the range: the first step in it, and as many as lie between it and the last. */
function leastIn({ step, prices }: Read, { from, to }: Bounds): number {
  const first = prices.findIndex((price) => price >= from)
  const last = prices.findLastIndex((price) => price <= to)
  return first < 0 || last < first ? 0 : (last - first) * step + 1
}

/** How many there are at least in specialities at such prices, where those are more than is told. */
export function recallSteps(
  ctx: Context,
  kind: ListingKind,
  query: Query,
  leaves: number[],
): number | undefined {
  if (!isByPrices(query)) return undefined
  const bounds = boundsOf(query.filters)
  const known = leaves.flatMap((leaf) => memoryOf(ctx).find(nameOf(kind, leaf), ctx.now()) ?? [])
  return leftOf(ctx, {
    found: known.reduce((sum, steps) => sum + leastIn(steps, bounds), 0),
    at: Math.min(...known.map(({ at }) => at)),
    // What has changed since the first of them was read may have been in any.
    changes: Math.min(...known.map(({ changes }) => changes)),
  })
}
