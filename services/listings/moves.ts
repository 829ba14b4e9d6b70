import type { UpdateObject } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type ListingAct, type ListingStatus, next } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'

type Standing = { id: number; status: ListingStatus }
/** What changes together with the state. */
type Columns = Omit<UpdateObject<Database, 'listings'>, 'status' | 'updated_at'>

/**
 * Moves a locked listing: the only place that writes its state.
 * @returns the state it has now
 * @throws wrong_state when its state does not allow the move
 */
export async function moveListing(
  ctx: Context,
  tx: Tx,
  { id, status }: Standing,
  { move }: ListingAct,
  columns: Columns = {},
): Promise<ListingStatus> {
  const target = next(status, move)
  if (!target) throw new AppError('wrong_state', { status })
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ hidden_reason: null, ...columns, status: target as never, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('wrong_state', { status })
  return target
}

/** Lets a locked listing wait for money; one that waits or is paid stays. @returns the state it has now */
export async function awaitPayment(
  ctx: Context,
  tx: Tx,
  listing: Standing,
  by: 'author' | 'payment',
): Promise<ListingStatus> {
  if (next(listing.status, 'invoice')) return moveListing(ctx, tx, listing, { by, move: 'invoice' })
  if (next(listing.status, 'renew')) return moveListing(ctx, tx, listing, { by, move: 'renew' })
  // Money that comes late opens nothing that its author has closed.
  if (by === 'author' && next(listing.status, 'reopen_renewal'))
    return moveListing(ctx, tx, listing, { by, move: 'reopen_renewal' })
  return listing.status
}
