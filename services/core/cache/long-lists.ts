import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { perDb } from './per-db.ts'

/** Time (ms) at which a list was last counted to exceed the limit of exact totals, by the list's name. */
const longSince = perDb(() => new LRUCache<string, number>({ max: 10_000 }))

/**
 * True if somebody's count exceeded the limit of exact totals a moment ago. Only this is cached: a cached exact total
 * would still count listings of an author whom the viewer has just hidden.
 */
export function isKnownLong(ctx: Context, name: string): boolean {
  const since = longSince(ctx).get(name)
  if (since === undefined) return false
  const age = ctx.now().getTime() - since
  return age >= 0 && age < limits.totals.ms
}

export const noteLong = (ctx: Context, name: string): void =>
  void longSince(ctx).set(name, ctx.now().getTime())
