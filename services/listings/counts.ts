import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Matches counted exactly; beyond it the answer says that there are more. */
export const countCap = 1000
/** How long a count of a public list serves, in milliseconds. */
const lifeMs = 5000
const remembered = 10_000

type Counting = { total: Promise<number>; until: number }
const counts = new WeakMap<Db, Map<string, Counting>>()

/**
 * How many listings match, at most `countCap` + 1. A count with a name is asked once for everybody who wants the
 * same list within five seconds, also while it is still being counted.
 */
export async function countMatches(ctx: Context, where: RawBuilder<unknown>, name?: string): Promise<number> {
  if (name === undefined) return count(ctx.db, where)
  const known = counts.get(ctx.db) ?? new Map<string, Counting>()
  counts.set(ctx.db, known)
  const now = ctx.now().getTime()
  const cached = known.get(name)
  if (cached && cached.until > now) return cached.total
  if (known.size >= remembered) known.clear()
  const total = count(ctx.db, where)
  known.set(name, { total, until: now + lifeMs })
  total.catch(() => known.delete(name))
  return total
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (select from listings where ${where} limit ${sql.lit(countCap + 1)}) matches`.execute(db)
  return rows[0]?.total ?? 0
}
