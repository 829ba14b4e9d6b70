import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** A copy of what more than one in so many say is found among the latest responses, unless they are few. */
const oneIn = 100
/** Pairs are taken until so many responses are to be expected by them. */
const enough = 1000
/** Among so many of the latest they are counted; while there are fewer, their shares change soon. */
const sampled = 2000
const ages = { few: 5000, many: 60_000 }

type Known = { shares: Map<number, number>; responses: number; until: number }
const counted = new WeakMap<Db, Known>()

/**
 * Those of a sketch that the fewest say, counted among the latest responses now and then: what everybody says would find
 * more than can be compared.
 */
export async function rareOf(ctx: Pick<Context, 'lists' | 'now'>, sketch: number[]): Promise<number[]> {
  const { lists } = ctx
  const now = ctx.now().getTime()
  let known = counted.get(lists)
  if (!known || known.until <= now) {
    const found = await count(lists)
    known = { ...found, until: now + (found.responses < sampled ? ages.few : ages.many) }
    counted.set(lists, known)
  }
  const { shares, responses } = known
  const shareOf = (pair: number) => shares.get(pair) ?? 0
  const most = Math.max(responses / oneIn, limits.copies.considered)
  let expected = 0
  return sketch
    .filter((pair) => shareOf(pair) * responses <= most)
    .sort((a, b) => shareOf(a) - shareOf(b))
    .filter((pair) => {
      const isTaken = expected < enough
      expected += shareOf(pair) * responses
      return isTaken
    })
}

async function count(db: Db): Promise<Omit<Known, 'until'>> {
  const { rows } = await sql<{ pair: number; share: number; responses: number }>`
    with latest as materialized (select sketch from response_prints order by response_id desc limit ${sampled})
    select pair, count(*)::float8 / (select count(*) from latest) as share,
      (select greatest(reltuples, (select count(*) from latest))::float8
        from pg_class where oid = 'response_prints'::regclass) as responses
    from latest, unnest(sketch) pair group by pair having count(*) > 1`.execute(db)
  return { shares: new Map(rows.map(({ pair, share }) => [pair, share])), responses: rows[0]?.responses ?? 0 }
}
