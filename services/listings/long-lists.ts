import type { ListingQuery } from '#contract/calls/filters.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds } from '#contract/options.ts'
import type { Context } from '#services/core/context.ts'
import { createMemory } from '#services/core/memory.ts'
import { perDb } from '#services/core/per-db.ts'
import { authorOf, isPriced } from './filters.ts'
import { usualMargin } from './left-out-totals.ts'
import { ageOf, changesBefore, changesByNow } from './listing-changes.ts'

export type Query = Pick<ListingQuery, 'filters' | 'sort'>

/**
 * A list of which more was counted than is told, when (ms), and how many listings had changed before; where `changes` is
 * undefined it is unknown how long that holds.
 */
export type Long = { found: number; at: number; changes: number | undefined }

const { exact, ms, longMs } = limits.totals
const memoryOf = perDb(() => createMemory<Long>({ ms: longMs, most: 2000 }))

/**
 * Whether listings leave a list only by leaving the market or by saying something else: not because of the time, what
 * others do with them, a rate, or a name.
 */
export const isSteady = ({ filters, sort }: Query) =>
  sort !== 'close_deadline' &&
  !filters.competition?.length &&
  !filters.tags?.length &&
  authorOf(filters) === undefined &&
  (!isPriced(filters) || (filters.currency_id ?? currencyIds.RUB) === currencyIds.RUB)

export const longOf = (ctx: Context, query: Query, found: number): Long => ({
  found,
  at: ctx.now().getTime(),
  changes: isSteady(query) ? changesBefore(ctx) : undefined,
})

/** At least so many are in it still; undefined where that may be no more than is told. */
export function leftOf(ctx: Context, { found, at, changes }: Long): number | undefined {
  const [age, now] = [ageOf(ctx, { at }), changesByNow(ctx)]
  const isKnown = changes !== undefined && now !== undefined && changes <= now && age < longMs
  const left = age < ms ? found : isKnown ? found - (now - changes) : 0
  return left > exact + usualMargin ? left : undefined
}

/** What is known of a list by its name. */
export function recallLong(ctx: Context, name: string): number | undefined {
  const long = memoryOf(ctx).find(name, ctx.now())
  return long && leftOf(ctx, long)
}

export const keepLong = (ctx: Context, name: string, long: Long): void =>
  memoryOf(ctx).keep(name, long, ctx.now())
