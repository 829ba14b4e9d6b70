import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from './context.ts'
import { createMemory } from './memory.ts'
import { perDb } from './per-db.ts'

const life = { ms: limits.totals.ms, most: 10_000 }
/** So late in its life a count is made anew. */
const renewed = 0.8

type Kept = { found: number; since: number; isRenewed: boolean }
const countsOf = perDb(() => createMemory<Kept>(life))

/**
 * How many were counted under a name some moments ago; undefined for who has to count. Before it is too old one
 * is told to count anew while the others still use it, so that its end finds nobody who has to.
 */
export function recallCount(ctx: Context, name: string): number | undefined {
  const now = ctx.now()
  const kept = countsOf(ctx).find(name, now)
  if (!kept) return undefined
  if (kept.isRenewed || now.getTime() - kept.since < life.ms * renewed) return kept.found
  kept.isRenewed = true
  return undefined
}

export function keepCount(ctx: Context, name: string, found: number): void {
  const now = ctx.now()
  countsOf(ctx).keep(name, { found, since: now.getTime(), isRenewed: false }, now)
}

const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * Counts, which is dear, while nobody else counts under the name: whoever comes meanwhile waits for that and then goes
 * on by themselves, with what it left behind.
 */
export async function countInTurn<T>({ db }: Context, name: string, count: () => Promise<T>): Promise<T> {
  const names = underWay.get(db) ?? new Map<string, Promise<unknown>>()
  underWay.set(db, names)
  const other = names.get(name)
  if (other) {
    await other.catch(() => {})
    return count()
  }
  const own = count()
  names.set(name, own)
  return own.finally(() => names.delete(name))
}
