import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import type { Context } from './context.ts'
import { perDb } from './per-db.ts'

/** When (ms) lists were found to hold more than a total tells, by their names. */
const longSince = perDb(() => new LRUCache<string, number>({ max: 10_000 }))

/**
 * Whether more was counted a moment ago than a total tells, for whomever. Nothing else is remembered: a shorter total
 * would still count listings of somebody whom the viewer has just hidden.
 */
export function isKnownLong(ctx: Context, name: string): boolean {
  const since = longSince(ctx).get(name)
  if (since === undefined) return false
  const age = ctx.now().getTime() - since
  return age >= 0 && age < limits.totals.ms
}

export const noteLong = (ctx: Context, name: string): void =>
  void longSince(ctx).set(name, ctx.now().getTime())
