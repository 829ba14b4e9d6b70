import { sql } from 'kysely'
import type { ResponseFlag } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { rareOf } from './common-pairs.ts'
import { leastBits, type Print, printOf } from './fingerprints.ts'
import { copiedPercent, judgeText } from './rules.ts'

type Sent = { user_id: number; listing_id: number }
type Twin = { share: number; is_own: boolean }
type Asked = Sent & {
  id: number
  shingles: number[]
  count: number
  signature: string
  bits: number
  rare: number[]
  since: string
}
/**
 * The earlier response that has most in common, if it is enough for a copy: of the latest, which hold what many say, and
 * of those that an index finds by what few say; counted by all of its pairs where enough bits are common. What the same person said to the same
 * listing and took back does not count. The pairs are hidden from the planner, so that
 * one plan serves all: by the index, whoever asks.
 */
export const twinOf = prepare((_, asked: Asked) => {
  const { user_id, listing_id, id, shingles, count, signature, bits, rare, since } = asked
  const considered = sql.lit(limits.copies.considered)
  return sql<Twin>`
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

/** @param id of a response that is stored, to which only earlier ones are compared */
export async function askedOfTwin(
  ctx: Context,
  sent: Sent,
  print: Print,
  id = Number.MAX_SAFE_INTEGER,
): Promise<Asked> {
  const since = new Date(ctx.now().getTime() - limits.copies.days * 24 * 60 * 60_000).toISOString()
  const { shingles, sketch, signature } = print
  const bits = leastBits(print, copiedPercent)
  const count = Math.max(1, shingles.length)
  return { ...sent, id, shingles, count, signature, bits, rare: await rareOf(ctx, sketch), since }
}

type Notice = { flag: ResponseFlag | null; flag_share: number | null; is_own_copy: boolean | null }

/** What is noticed about a response: how much of it an earlier response of anybody has said already. */
export function noticeOf(text: string, twin: Twin | undefined): Notice {
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

/** Writes down what is noticed about a response that was changed. */
export async function noticeResponse(
  ctx: Context,
  tx: Tx,
  { id, response_text, ...sent }: Sent & { id: number; response_text: string },
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
