import type { UpdateObject } from 'kysely'
import { AppError } from '#contract/errors.ts'
import {
  type EndReason,
  nextResponseStatus,
  type ResponseMove,
  type ResponseStatus,
  responseStatusesBefore,
} from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

/** Locks a response until the end of the transaction. Its listing must be locked before it. */
export async function lockResponse(tx: Tx, id: number) {
  return tx
    .selectFrom('responses')
    .select(['id', 'listing_id', 'user_id', 'status', 'response_type', 'seen_at', 'is_archive'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type ResponseRow = NonNullable<Awaited<ReturnType<typeof lockResponse>>>

/** Responses to move, by id or by listing. `seen_at: null` selects only responses that the author never opened. */
type Which = (
  | { id: number; listing_id?: number }
  | { listing_id: number; user_id?: number | undefined }
  | { user_id: number }
) & {
  seen_at?: null
  end_reason?: EndReason
}
/** Columns that the calling code may set together with the state. */
export type Columns = Omit<UpdateObject<Database, 'responses'>, 'status' | 'updated_at' | keyof MoveColumns>

/** Columns that `columnsOfMove` sets, so callers may not set them. */
type MoveColumns = Pick<
  UpdateObject<Database, 'responses'>,
  'ended_at' | 'shortlisted_at' | 'waits_since' | 'nudges'
>
function columnsOfMove(move: ResponseMove, now: string): MoveColumns {
  if (move === 'shortlist') return { shortlisted_at: now, ended_at: null }
  if (move === 'show' || move === 'choose') return { ended_at: null }
  if (move === 'reopen' || move === 'reopen_unseen' || move === 'restore')
    return { ended_at: null, waits_since: now, nudges: 0 }
  return { ended_at: now }
}

/**
 * Moves responses whose state allows the move. Only this function changes the state of a response.
 * @param among moves only responses in these states
 * @returns the moved responses
 */
export async function moveResponses(
  ctx: Context,
  tx: Tx,
  move: ResponseMove,
  which: Which,
  columns: Columns,
  among: readonly ResponseStatus[] = responseStatusesBefore(move),
) {
  // A move leads to the same new state, whatever state the response had before.
  const now = ctx.now().toISOString()
  const status = responseStatusesBefore(move).map((state) => nextResponseStatus(state, move))[0]
  return tx
    .updateTable('responses')
    .set({ ...columns, ...columnsOfMove(move, now), status: status as never, updated_at: now })
    .where((eb) => eb.and(which))
    .where(
      'status',
      'in',
      among.filter((state) => nextResponseStatus(state, move)),
    )
    .returning(['id', 'listing_id'])
    .execute()
}

/** Columns that describe a response's end. They are cleared when the response becomes active again. */
export const clearedEnd = { end_reason: null, decline_reason: null, declined_at: null, declined_from: null }

/** Moves after which a response is still active; `endResponses` makes all other moves. */
type Advance = Extract<ResponseMove, 'shortlist' | 'choose'>

/**
 * Moves a locked response and marks it as seen, because the listing's author decided about it.
 * @throws wrong_state with the state that does not allow the move
 */
export async function moveResponse(
  ctx: Context,
  tx: Tx,
  { id, status, seen_at }: ResponseRow,
  move: Advance,
): Promise<void> {
  const columns = { ...clearedEnd, seen_at: seen_at ?? ctx.now().toISOString() }
  const movedRows = await moveResponses(ctx, tx, move, { id }, columns)
  if (movedRows.length === 0) throw new AppError('wrong_state', { response_status: status })
}
