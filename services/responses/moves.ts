import { AppError } from '#contract/errors.ts'
import { nextOfResponse, type ResponseMove } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
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

/** Moves that keep a response in the running, or bring it back; `endResponses` ends it. */
type Advance = Extract<ResponseMove, 'shortlist' | 'choose'>

/**
 * Moves a locked response on; whoever decides for it has seen it.
 * @throws wrong_state with the state that does not allow it
 */
export async function moveResponse(
  ctx: Context,
  tx: Tx,
  response: ResponseRow,
  move: Advance,
): Promise<void> {
  const status = nextOfResponse(response.status, move)
  if (!status) throw new AppError('wrong_state', { response_status: response.status })
  const now = ctx.now().toISOString()
  await tx
    .updateTable('responses')
    .set({ status, end_reason: null, updated_at: now, seen_at: response.seen_at ?? now })
    .where('id', '=', response.id)
    .execute()
}
