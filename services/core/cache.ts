import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from './context.ts'

/**
 * Wraps a function that creates a value, such as a cache. The function runs once per database connection, and the value
 * is garbage-collected together with the connection.
 */
export function perDb<Kept, Of extends { db: Db } = { db: Db }>(create: (of: Of) => Kept): (of: Of) => Kept {
  const cachesByDb = new WeakMap<Db, Kept>()
  return (of) => {
    const cache = cachesByDb.get(of.db) ?? create(of)
    cachesByDb.set(of.db, cache)
    return cache
  }
}

/** For each list, the time (ms) of its last count with more rows than the limit up to which totals are exact. */
const lastCountedLong = perDb(() => new LRUCache<string, number>({ max: 10_000 }))

/**
 * True if a recent count of this list, for any viewer, exceeded the limit up to which totals are exact. The totals
 * themselves are not cached: a cached total would still count listings of an author whom the viewer has just hidden.
 */
export function isKnownLong(ctx: Context, name: string): boolean {
  const since = lastCountedLong(ctx).get(name)
  if (since === undefined) return false
  const age = ctx.now().getTime() - since
  return age >= 0 && age < limits.totals.ms
}

export const markLong = (ctx: Context, name: string): void =>
  void lastCountedLong(ctx).set(name, ctx.now().getTime())
