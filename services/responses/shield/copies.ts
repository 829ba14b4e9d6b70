import { sql } from 'kysely'
import type { ResponseFlag } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { copiedPercent, judgeText } from './judge.ts'
import { type Print, printOf } from './prints.ts'

type Sent = { user_id: number; listing_id: number }
type Twin = { share: number; is_own: boolean }
/**
 * The earlier response that has most in common, if it is enough for a copy: found by its sketch and counted by all of its
 * pairs. What the same person said to the same listing and took back does not count. Planned for its very values: what
 * many have said is found by walking back from the latest, what few have said by the index of sketches.
 * @param id of a response that is stored, to which only earlier ones are compared
 */
export async function findTwin(
  ctx: Context,
  tx: Tx,
  { user_id, listing_id }: Sent,
  { shingles, sketch }: Print,
  id = Number.MAX_SAFE_INTEGER,
): Promise<Twin | undefined> {
  const { days, considered } = limits.copies
  const since = new Date(ctx.now().getTime() - days * 24 * 60 * 60_000).toISOString()
  const { rows } = await sql<Twin>`
    with latest as materialized (
      select response_id, shingles from response_prints
      where sketch && ${sketch}::int[] and response_id < ${id} order by response_id desc limit ${considered}
    ), counted as materialized (
      select response_id, round(100.0 * (select count(*) from unnest(shingles) shingle
        where shingle = any(${shingles}::int[])) / ${Math.max(1, shingles.length)})::int as share from latest
    )
    select share, response.user_id = ${user_id} as is_own
    from counted join responses response on response.id = counted.response_id
    where share >= ${copiedPercent} and response.created_at > ${since}
      and not (response.user_id = ${user_id} and response.listing_id = ${listing_id})
    order by share desc, is_own desc limit 1`.execute(tx)
  return rows[0]
}

type Notice = { flag: ResponseFlag | null; flag_share: number | null; is_own_copy: boolean | null }

/** What is noticed about a response: how much of it an earlier response of anybody has said already. */
export function noticeOf(text: string, twin: Twin | undefined): Notice {
  const flag = judgeText(text, twin?.share ?? 0)
  const copied = flag === 'copy' ? twin : undefined
  return { flag, flag_share: copied?.share ?? null, is_own_copy: copied?.is_own ?? null }
}

const keepPrint = prepare((db, { id, shingles, sketch }: Print & { id: number }) =>
  db
    .insertInto('response_prints')
    .values({ response_id: id, shingles, sketch })
    .onConflict((conflict) => conflict.column('response_id').doUpdateSet({ shingles, sketch })),
)

/** Writes down what is noticed about a response that was changed. */
export async function noticeResponse(
  ctx: Context,
  tx: Tx,
  { id, response_text, ...sent }: Sent & { id: number; response_text: string },
): Promise<void> {
  const print = printOf(response_text)
  const twin = await findTwin(ctx, tx, sent, print, id)
  await tx
    .updateTable('responses')
    .set({ ...noticeOf(response_text, twin), unflagged_at: null })
    .where('id', '=', id)
    .execute()
  await keepPrint(tx, { id, ...print })
}
