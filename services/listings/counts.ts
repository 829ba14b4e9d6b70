import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { createMemory } from '#services/core/memory.ts'

/** Matches counted exactly; beyond it the answer says that there are more. */
export const countCap = 1000
/** How long a count of a public list serves. */
const life = { ms: 5000, most: 10_000 }

const counts = new WeakMap<Db, ReturnType<typeof createMemory<Promise<number>>>>()

/**
 * How many listings match, at most `countCap` + 1. A count with a name is asked once for everybody who wants the
 * same list within five seconds, also while it is still being counted.
 */
export async function countMatches(ctx: Context, where: RawBuilder<unknown>, name?: string): Promise<number> {
  if (name === undefined) return count(ctx.db, where)
  const known = counts.get(ctx.db) ?? createMemory<Promise<number>>(life)
  counts.set(ctx.db, known)
  const now = ctx.now()
  const remembered = known.find(name, now)
  if (remembered) return remembered
  const total = count(ctx.db, where)
  known.keep(name, total, now)
  total.catch(() => known.forget((failed) => failed === total))
  return total
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const matches = sql`(select from listings where ${where} limit ${sql.lit(countCap + 1)})`
  const { total } = await db
    .selectFrom(matches.as('matches'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
