import { sql } from 'kysely'
import type { ResponseFlag } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { leastCommonBits, type Print, printOf } from './fingerprints.ts'
import { copiedPercent, judgeText } from './rules.ts'

type ResponseKey = { user_id: number; listing_id: number }
type SimilarResponse = { share: number; is_own: boolean }
type Asked = ResponseKey & {
  id: number
  shingles: number[]
  count: number
  signature: string
  bits: number
  rare: number[]
  since: string
}
/**
 * Finds the most similar earlier response, if it is similar enough to count as the source of a copy. Candidates are the
 * latest responses, which show common phrases, and responses that an index finds by rare word pairs. All word pairs are
 * compared only if the bit signatures of both texts have enough bits in common. A withdrawn response of the same person
 * to the same listing does not count. A subselect hides the word pairs from the planner, so that one index plan serves
 * all calls.
 */
export const findMostSimilarResponse = prepare((_, asked: Asked) => {
  const { user_id, listing_id, id, shingles, count, signature, bits, rare, since } = asked
  const considered = sql.lit(limits.copies.considered)
  return sql<SimilarResponse>`
    with alike as materialized (
      select response_id, shingles, signature from response_prints where sketch && (select ${rare}::int[])
    ), considered as (
      (select * from alike where response_id < ${id} order by response_id desc limit ${considered})
      union all (select response_id, shingles, signature from response_prints
        where response_id < ${id} order by response_id desc limit ${considered})
    ), counted as materialized (
      select response_id, round(100.0 * intarray.icount(shingles operator(intarray.&) ${shingles}::int[])
        / ${count}::int)::int as share
      from considered
      where signature is null or bit_count(signature & ${signature}::bit(256)) >= ${bits}
    )
    select share, response.user_id = ${user_id} as is_own
    from counted join responses response on response.id = counted.response_id
    where share >= ${sql.lit(copiedPercent)} and response.created_at > ${since}
      and not (response.user_id = ${user_id} and response.listing_id = ${listing_id})
    order by share desc, is_own desc limit 1`
})

/** @param id id of a stored response; it is compared only with earlier responses */
export async function similarResponseArgs(
  ctx: Context,
  sent: ResponseKey,
  print: Print,
  id = Number.MAX_SAFE_INTEGER,
): Promise<Asked> {
  const since = new Date(ctx.now().getTime() - limits.copies.days * 24 * 60 * 60_000).toISOString()
  const { shingles, sketch, signature } = print
  const bits = leastCommonBits(print, copiedPercent)
  const count = Math.max(1, shingles.length)
  return { ...sent, id, shingles, count, signature, bits, rare: await rarePairs(ctx, sketch), since }
}

type ResponseNotice = { flag: ResponseFlag | null; flag_share: number | null; is_own_copy: boolean | null }

/** Finding about a response's text, with the share that it has in common with an earlier response. */
export function noticeOf(text: string, twin: SimilarResponse | undefined): ResponseNotice {
  const flag = judgeText(text, twin?.share ?? 0)
  const copied = flag === 'copy' ? twin : undefined
  return { flag, flag_share: copied?.share ?? null, is_own_copy: copied?.is_own ?? null }
}

const storeFingerprint = prepare((db, { id, shingles, sketch, signature }: Print & { id: number }) =>
  db
    .insertInto('response_prints')
    .values({ response_id: id, shingles, sketch, signature })
    .onConflict((conflict) => conflict.column('response_id').doUpdateSet({ shingles, sketch, signature })),
)

/** Updates the finding and the fingerprint of a response after its text was edited. */
export async function updateResponseFinding(
  ctx: Context,
  tx: Tx,
  { id, response_text, ...sent }: ResponseKey & { id: number; response_text: string },
): Promise<void> {
  const print = printOf(response_text)
  const [twin] = await findMostSimilarResponse(tx, await similarResponseArgs(ctx, sent, print, id))
  await tx
    .updateTable('responses')
    .set({ ...noticeOf(response_text, twin), unflagged_at: null })
    .where('id', '=', id)
    .execute()
  await storeFingerprint(tx, { id, ...print })
}

/**
 * A word pair is too common to search by if more than 1 in 100 responses contains it. This rule applies only if there
 * are enough responses.
 */
const commonOneIn = 100
/**
 * Largest expected number of responses that a search by rare word pairs matches. Pairs are added to the search up to
 * it.
 */
const expectedMatches = 1000
/**
 * Number of the latest responses in which word pairs are counted. While there are fewer responses in the database, the
 * counts change fast and are cached for a shorter time.
 */
const sampleSize = 2000
const ages = { few: 5000, many: 60_000 }

type PairShares = { shares: Map<number, number>; responses: number; until: number }
const cache = new WeakMap<Db, PairShares>()

/**
 * The rarest word pairs of a text, by which copies are searched. Common word pairs would match more responses than can
 * be compared. The frequency of pairs among the latest responses is cached.
 */
export async function rarePairs(ctx: Pick<Context, 'lists' | 'now'>, sketch: number[]): Promise<number[]> {
  const { lists } = ctx
  const now = ctx.now().getTime()
  let cached = cache.get(lists)
  if (!cached || cached.until <= now) {
    const found = await count(lists)
    cached = { ...found, until: now + (found.responses < sampleSize ? ages.few : ages.many) }
    cache.set(lists, cached)
  }
  const { shares, responses } = cached
  const shareOf = (pair: number) => shares.get(pair) ?? 0
  const maxUses = Math.max(responses / commonOneIn, limits.copies.considered)
  let expected = 0
  return sketch
    .filter((pair) => shareOf(pair) * responses <= maxUses)
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
