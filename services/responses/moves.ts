import { AppError } from '#contract/errors.ts'
import { nextOfResponse, type ResponseMove } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'

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

/** Whatever the author decides about a response, they have seen it. */
const readBy = new Set<ResponseMove>(['show', 'shortlist', 'choose', 'decline'])

/** Moves a locked response on. @throws wrong_state with the state that does not allow it */
export async function moveResponse(
  ctx: Context,
  tx: Tx,
  response: ResponseRow,
  move: ResponseMove,
): Promise<void> {
  const status = nextOfResponse(response.status, move)
  if (!status) throw new AppError('wrong_state', { response_status: response.status })
  const now = ctx.now().toISOString()
  await tx
    .updateTable('responses')
    .set({ status, updated_at: now, ...(readBy.has(move) && { seen_at: response.seen_at ?? now }) })
    .where('id', '=', response.id)
    .execute()
}
