import { AppError } from '#contract/errors.ts'
import { type ListingKind, type ListingMove, next } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { type Facts, findListingFacts } from './access.ts'

/** Locks the caller's own listing until the end of the transaction. @throws not_found */
export async function lockOwn(ctx: ActorContext, tx: Tx, id: number, kind?: ListingKind): Promise<Facts> {
  const facts = await findListingFacts(tx, id, ctx.viewer.id, true)
  if (facts?.author_id !== ctx.viewer.id || facts.status === 'deleted') throw new AppError('not_found')
  if (kind && facts.kind !== kind) throw new AppError('not_found')
  return facts
}

type Columns = { hidden_reason?: 'owner' | null; executor_id?: number | null }

/** Moves a locked listing. @throws wrong_state when its state does not allow the move */
export async function moveListing(
  ctx: Context,
  tx: Tx,
  { id, status }: Pick<Facts, 'id' | 'status'>,
  move: ListingMove,
  columns: Columns = {},
): Promise<void> {
  const target = next(status, move)
  if (!target) throw new AppError('wrong_state', { status })
  await tx
    .updateTable('listings')
    .set({ ...columns, status: target, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
}
