import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A copy of what more than one in so many say is found among the latest responses. */
const oneIn = 100
/** Pairs are taken until so many responses are to be expected by them. */
const enough = 1000

type Known = { shares: Map<number, number>; responses: number; until: number }
const counted = new WeakMap<Db, Known>()

/**
 * Those of a sketch that the fewest say, as far as Postgres has counted: what everybody says would find more than can be
 * compared.
 */
export async function rareOf(ctx: Pick<Context, 'lists' | 'now'>, sketch: number[]): Promise<number[]> {
  const { lists } = ctx
  const now = ctx.now().getTime()
  let known = counted.get(lists)
  if (!known || known.until <= now) {
    known = { ...(await count(lists)), until: now + limits.copies.countedMs }
    counted.set(lists, known)
  }
  const { shares, responses } = known
  const shareOf = (pair: number) => shares.get(pair) ?? 0
  let expected = 0
  return sketch
    .filter((pair) => shareOf(pair) <= 1 / oneIn)
    .sort((a, b) => shareOf(a) - shareOf(b))
    .filter((pair) => {
      const isTaken = expected < enough
      expected += shareOf(pair) * responses
      return isTaken
    })
}

async function count(db: Db): Promise<Omit<Known, 'until'>> {
  const { rows } = await sql<{ pair: number; share: number; responses: number }>`
    select pair, share, (select reltuples from pg_class where oid = 'response_prints'::regclass) as responses
    from pg_stats, unnest(most_common_elems::text::int[], most_common_elem_freqs) as common (pair, share)
    where tablename = 'response_prints' and attname = 'sketch' and pair is not null`.execute(db)
  return { shares: new Map(rows.map(({ pair, share }) => [pair, share])), responses: rows[0]?.responses ?? 0 }
}
