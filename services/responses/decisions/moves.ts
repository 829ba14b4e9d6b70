import type { UpdateObject } from 'kysely'
import { AppError } from '#contract/errors.ts'
import {
  type EndReason,
  nextOfResponse,
  type ResponseMove,
  type ResponseStatus,
  responsesFrom,
} from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

/** Locks a response until the end of the transaction; lock its listing first. */
export async function lockResponse(tx: Tx, id: number) {
  return tx
    .selectFrom('responses')
    .select(['id', 'listing_id', 'user_id', 'status', 'response_type', 'seen_at', 'is_archive'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type ResponseRow = NonNullable<Awaited<ReturnType<typeof lockResponse>>>

/** Which responses move; `seen_at: null` = those that the author never opened. */
type Which = (
  | { id: number; listing_id?: number }
  | { listing_id: number; user_id?: number | undefined }
  | { user_id: number }
) & {
  seen_at?: null
  end_reason?: EndReason
}
/** What changes together with the state. */
export type Columns = Omit<UpdateObject<Database, 'responses'>, 'status' | 'updated_at' | keyof Moments>

/** What each move writes down of its own accord. */
type Moments = Pick<
  UpdateObject<Database, 'responses'>,
  'ended_at' | 'shortlisted_at' | 'waits_since' | 'nudges'
>
function momentsOf(move: ResponseMove, now: string): Moments {
  if (move === 'shortlist') return { shortlisted_at: now, ended_at: null }
  if (move === 'show' || move === 'choose') return { ended_at: null }
  if (move === 'reopen' || move === 'reopen_unseen' || move === 'restore')
    return { ended_at: null, waits_since: now, nudges: 0 }
  return { ended_at: now }
}

/**
 * Moves the responses whose state allows it: the only place that writes a response's state.
 * @param among only those in these states
 * @returns those that were moved
 */
export async function moveResponses(
  ctx: Context,
  tx: Tx,
  move: ResponseMove,
  which: Which,
  columns: Columns,
  among: readonly ResponseStatus[] = responsesFrom(move),
) {
  // A move leads to one state, wherever it begins.
  const now = ctx.now().toISOString()
  const status = responsesFrom(move).map((state) => nextOfResponse(state, move))[0]
  return tx
    .updateTable('responses')
    .set({ ...columns, ...momentsOf(move, now), status: status as never, updated_at: now })
    .where((eb) => eb.and(which))
    .where(
      'status',
      'in',
      among.filter((state) => nextOfResponse(state, move)),
    )
    .returning(['id', 'listing_id'])
    .execute()
}

/** Nothing of an end is left on a response that stands again. */
export const standing = { end_reason: null, decline_reason: null, declined_at: null, declined_from: null }

/** Moves that keep a response in the running, or bring it back; `endResponses` ends it. */
type Advance = Extract<ResponseMove, 'shortlist' | 'choose'>

/**
 * Moves a locked response on and marks it as seen, because its author decided about it.
 * @throws wrong_state with the state that does not allow it
 */
export async function moveResponse(
  ctx: Context,
  tx: Tx,
  { id, status, seen_at }: ResponseRow,
  move: Advance,
): Promise<void> {
  const columns = { ...standing, seen_at: seen_at ?? ctx.now().toISOString() }
  const moved = await moveResponses(ctx, tx, move, { id }, columns)
  if (moved.length === 0) throw new AppError('wrong_state', { response_status: status })
}
