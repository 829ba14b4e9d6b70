import { leastCommonBits, printOf } from '#services/responses/shield/fingerprints.ts'
import { copiedPercent, judgeText } from '#services/responses/shield/rules.ts'
import type { RunQuery } from './database.ts'

/**
 * Compares a new response with earlier ones to find copies. Scoring and fingerprints are the product's code. Only the
 * SQL is written separately.
 */

/**
 * Numbers of responses: the latest ones in which common word pairs are counted, and the latest ones that a new response
 * is compared with.
 */
const [sampledCount, comparedCount] = [2000, 200]

/** Word pairs, each with the number of the latest responses that contain it. */
export type Pairs = Map<number, number>

/**
 * Counts the latest responses that contain each word pair. The benchmark counts once; the product counts once a minute.
 */
export async function countPairs(runQuery: RunQuery): Promise<Pairs> {
  const rows = await runQuery(
    `select pair, count(*)::int as said from
      (select sketch from response_prints order by response_id desc limit ${sampledCount}) latest, unnest(sketch) pair
      group by pair having count(*) > 1`,
    [],
  )
  return new Map(rows.map(({ pair, said }) => [pair, said]))
}

/** Values of the parameters `$5` to `$12` of the statement that stores a response, for one text. */
export function copyFields(text: string, pairs: Pairs): unknown[] {
  const textPrint = printOf(text)
  const rarePairs = textPrint.sketch.filter((pair) => (pairs.get(pair) ?? 0) * 100 <= sampledCount)
  return [
    judgeText(text, 0),
    textPrint.shingles,
    textPrint.sketch,
    textPrint.signature,
    Math.max(1, textPrint.shingles.length),
    leastCommonBits(textPrint, copiedPercent),
    rarePairs.slice(0, 4),
    copiedPercent,
  ]
}

/** SQL for `twin (share, is_own)`: the earlier response that is most similar. `$1` is the sender, `$2` the listing. */
export const mostSimilar = `
  alike as materialized (
    select response_id, shingles, signature from response_prints where sketch && (select $11::int[])),
  earlier as (
    (select * from alike order by response_id desc limit ${comparedCount})
    union all
    (select response_id, shingles, signature from response_prints order by response_id desc limit ${comparedCount})),
  counted as materialized (
    select response_id, round(100.0 * intarray.icount(shingles operator(intarray.&) $6::int[]) / $9::int)::int as share
    from earlier where signature is null or bit_count(signature & $8::bit(256)) >= $10::int),
  twin as (
    select share, said.user_id = $1 as is_own from counted join responses said on said.id = counted.response_id
    where share >= $12::int and said.created_at > now() - interval '90 days'
      and not (said.user_id = $1 and said.listing_id = $2)
    order by share desc, is_own desc limit 1)`

/**
 * SQL for `rank (price_third, price_among)`: position of the price `$4`, in kopecks, among the prices offered for the
 * listing `$2`.
 */
export const rank = `
  rank as (
    select case when place <= 1 / 3.0 then 1 when place <= 2 / 3.0 then 2 else 3 end as price_third, among as price_among
    from (select count(*) + 1 as among, (count(*) filter (where price < $4) + count(*) filter (where price = $4) / 2.0 + 0.5)
        / (count(*) + 1) as place
      from (select response.price * rate_to_base as price from responses response
        join currencies on currencies.id = response.currency_id
        where listing_id = $2 and response.price is not null and status <> 'withdrawn') rival) found
    where among >= 8)`
