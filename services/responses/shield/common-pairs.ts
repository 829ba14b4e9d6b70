import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A pair used by more than one response in this many is too common to search by, unless responses are few. */
const commonOneIn = 100
/** Pairs are added until this many responses are expected to match. */
const expectedMatches = 1000
/** Number of latest responses sampled. While there are fewer, shares change fast and are cached for a shorter time. */
const sampleSize = 2000
const ages = { few: 5000, many: 60_000 }

type PairShares = { shares: Map<number, number>; responses: number; until: number }
const cache = new WeakMap<Db, PairShares>()

/**
 * The rarest pairs of a sketch. Their frequency among the latest responses is cached: common pairs would match more
 * responses than can be compared.
 */
export async function rarePairs(ctx: Pick<Context, 'lists' | 'now'>, sketch: number[]): Promise<number[]> {
  const { lists } = ctx
  const now = ctx.now().getTime()
  let known = cache.get(lists)
  if (!known || known.until <= now) {
    const found = await count(lists)
    known = { ...found, until: now + (found.responses < sampleSize ? ages.few : ages.many) }
    cache.set(lists, known)
  }
  const { shares, responses } = known
  const shareOf = (pair: number) => shares.get(pair) ?? 0
  const most = Math.max(responses / commonOneIn, limits.copies.considered)
  let expected = 0
  return sketch
    .filter((pair) => shareOf(pair) * responses <= most)
    .sort((a, b) => shareOf(a) - shareOf(b))
    .filter((pair) => {
      const isTaken = expected < expectedMatches
      expected += shareOf(pair) * responses
      return isTaken
    })
}

async function count(db: Db): Promise<Omit<PairShares, 'until'>> {
  const { rows } = await sql<{ pair: number; share: number; responses: number }>`
    with latest as materialized (select sketch from response_prints order by response_id desc limit ${sampleSize})
    select pair, count(*)::float8 / (select count(*) from latest) as share,
      (select greatest(reltuples, (select count(*) from latest))::float8
        from pg_class where oid = 'response_prints'::regclass) as responses
    from latest, unnest(sketch) pair group by pair having count(*) > 1`.execute(db)
  return { shares: new Map(rows.map(({ pair, share }) => [pair, share])), responses: rows[0]?.responses ?? 0 }
}
