import { sql } from 'kysely'
import type { ResponseFlag } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { rarePairs } from './common-pairs.ts'
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
 * The most similar earlier response, if it is similar enough for a copy. Candidates are the latest responses, which
 * contain common phrases, and those that an index finds by rare pairs. Only candidates with enough common bits are
 * compared by all pairs. The same person's withdrawn response to the same listing does not count. The subselect hides
 * the pairs from the planner, so that one index plan serves all callers.
 */
export const twinOf = prepare((_, asked: Asked) => {
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

/** @param id id of a stored response, which is compared with earlier ones only */
export async function askedOfTwin(
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

/** The flag of a response, and the share copied from an earlier one. */
export function noticeOf(text: string, twin: SimilarResponse | undefined): ResponseNotice {
  const flag = judgeText(text, twin?.share ?? 0)
  const copied = flag === 'copy' ? twin : undefined
  return { flag, flag_share: copied?.share ?? null, is_own_copy: copied?.is_own ?? null }
}

const keepPrint = prepare((db, { id, shingles, sketch, signature }: Print & { id: number }) =>
  db
    .insertInto('response_prints')
    .values({ response_id: id, shingles, sketch, signature })
    .onConflict((conflict) => conflict.column('response_id').doUpdateSet({ shingles, sketch, signature })),
)

/** Updates the flag and the print of an edited response. */
export async function noticeResponse(
  ctx: Context,
  tx: Tx,
  { id, response_text, ...sent }: ResponseKey & { id: number; response_text: string },
): Promise<void> {
  const print = printOf(response_text)
  const [twin] = await twinOf(tx, await askedOfTwin(ctx, sent, print, id))
  await tx
    .updateTable('responses')
    .set({ ...noticeOf(response_text, twin), unflagged_at: null })
    .where('id', '=', id)
    .execute()
  await keepPrint(tx, { id, ...print })
}
