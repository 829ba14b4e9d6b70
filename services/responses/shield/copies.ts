import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { judgeText } from './judge.ts'
import { type Print, printOf } from './prints.ts'

type Sent = { id: number; user_id: number; listing_id: number; response_text: string }
type Twin = { share: number; is_own: boolean }

const keepPrint = prepare((db, { id, shingles, sketch }: Print & { id: number }) =>
  db
    .insertInto('response_prints')
    .values({ response_id: id, shingles, sketch })
    .onConflict((conflict) => conflict.column('response_id').doUpdateSet({ shingles, sketch })),
)

/**
 * Writes down what is noticed about a response that is stored or was changed: how much of it an earlier response of
 * anybody has said already. What the same person said to the same listing and took back does not count.
 */
export async function noticeResponse(ctx: Context, tx: Tx, sent: Sent): Promise<void> {
  const print = printOf(sent.response_text)
  const twin = await findTwin(ctx, tx, sent, print)
  const flag = judgeText(sent.response_text, twin?.share ?? 0)
  const copied = flag === 'copy' ? twin : undefined
  await tx
    .updateTable('responses')
    .set({
      flag,
      flag_share: copied?.share ?? null,
      is_own_copy: copied?.is_own ?? null,
      unflagged_at: null,
    })
    .where('id', '=', sent.id)
    .where((eb) => eb.or([eb('flag', 'is not', null), eb.val(flag !== null)]))
    .execute()
  await keepPrint(tx, { id: sent.id, ...print })
}

/** The earlier response that has most in common, found by its sketch and counted by all of its pairs. */
async function findTwin(
  ctx: Context,
  tx: Tx,
  { id, user_id, listing_id }: Sent,
  { shingles, sketch }: Print,
): Promise<Twin | undefined> {
  const { days, considered } = limits.copies
  const since = new Date(ctx.now().getTime() - days * 24 * 60 * 60_000).toISOString()
  const { rows } = await sql<Twin>`
    with likely as (
      select response.id, response.user_id from response_prints print
      join responses response on response.id = print.response_id
      where print.sketch && ${sketch}::int[] and response.id < ${id} and response.created_at > ${since}
        and not (response.user_id = ${user_id} and response.listing_id = ${listing_id})
      order by response.id desc limit ${considered}
    )
    select round(100.0 * common.count / ${Math.max(1, shingles.length)})::int as share,
      likely.user_id = ${user_id} as is_own
    from likely join response_prints print on print.response_id = likely.id
    cross join lateral (
      select count(*) from unnest(print.shingles) shingle where shingle = any(${shingles}::int[])) common
    order by share desc, is_own desc limit 1`.execute(tx)
  return rows[0]
}
