import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A copy of what more than one in so many say is found among the latest responses. */
const oneIn = 100

type Common = { pairs: Set<number>; until: number }
const known = new WeakMap<Db, Common>()

/**
 * Those of a sketch by which few responses are found, as far as Postgres has counted: what is said often would find
 * more than are compared.
 */
export async function rareOf(ctx: Pick<Context, 'lists' | 'now'>, sketch: number[]): Promise<number[]> {
  const { lists } = ctx
  const now = ctx.now().getTime()
  let common = known.get(lists)
  if (!common || common.until <= now) {
    common = { pairs: await countCommon(lists), until: now + limits.copies.countedMs }
    known.set(lists, common)
  }
  const { pairs } = common
  return sketch.filter((pair) => !pairs.has(pair))
}

async function countCommon(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ pair: number }>`
    select pair from pg_stats, unnest(most_common_elems::text::int[], most_common_elem_freqs) as common (pair, share)
    where tablename = 'response_prints' and attname = 'sketch' and pair is not null
      and (share > ${1 / oneIn} or share * (select reltuples from pg_class where oid = 'response_prints'::regclass)
        > ${limits.copies.considered})`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}
