import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/context.ts'

/** Matches counted exactly; beyond it the answer says that there are more. */
export const countCap = 1000
/** How long a count of a public list serves, in milliseconds. */
const lifeMs = 5000
const remembered = 10_000

type Counting = { total: Promise<number>; until: number }
const counts = new WeakMap<Db, Map<string, Counting>>()

/**
 * How many listings match, at most `countCap` + 1. A shared count is asked once for everybody who wants the same
 * list within five seconds, also while it is still being counted.
 */
export async function countMatches(
  ctx: Context,
  where: RawBuilder<unknown>,
  isShared: boolean,
): Promise<number> {
  const query = sql<{ total: number }>`select count(*)::int as total
    from (select from listings where ${where} limit ${sql.lit(countCap + 1)}) matches`
  const count = async () => (await query.execute(ctx.db)).rows[0]?.total ?? 0
  if (!isShared) return count()
  const { sql: text, parameters } = query.compile(ctx.db)
  const known = counts.get(ctx.db) ?? new Map<string, Counting>()
  counts.set(ctx.db, known)
  const key = JSON.stringify([text, parameters])
  const now = ctx.now().getTime()
  const cached = known.get(key)
  if (cached && cached.until > now) return cached.total
  if (known.size >= remembered) known.clear()
  const total = count()
  known.set(key, { total, until: now + lifeMs })
  total.catch(() => known.delete(key))
  return total
}
