import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from './context.ts'

/** Creates one value per database on first use; it is garbage-collected together with the connection. */
export function perDb<Kept, Of extends { db: Db } = { db: Db }>(make: (of: Of) => Kept): (of: Of) => Kept {
  const all = new WeakMap<Db, Kept>()
  return (of) => {
    const known = all.get(of.db) ?? make(of)
    all.set(of.db, known)
    return known
  }
}

/** Time (ms) at which a list was last counted to exceed the limit of exact totals, by the list's name. */
const lastCountedLong = perDb(() => new LRUCache<string, number>({ max: 10_000 }))

/**
 * True if somebody's count exceeded the limit of exact totals a moment ago. Only this is cached: a cached exact total
 * would still count listings of an author whom the viewer has just hidden.
 */
export function isKnownLong(ctx: Context, name: string): boolean {
  const since = lastCountedLong(ctx).get(name)
  if (since === undefined) return false
  const age = ctx.now().getTime() - since
  return age >= 0 && age < limits.totals.ms
}

export const markLong = (ctx: Context, name: string): void =>
  void lastCountedLong(ctx).set(name, ctx.now().getTime())
