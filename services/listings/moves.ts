import type { UpdateObject } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type ListingAct, type ListingStatus, nextStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'

type ListingState = { id: number; status: ListingStatus }
/** Columns that are written in the same statement as the state of a listing. */
type Columns = Omit<UpdateObject<Database, 'listings'>, 'status' | 'updated_at'>

/** States in which a listing counts as closed in the records of its author and its executor. */
const closedStatuses = new Set<ListingStatus>(['completed', 'archived', 'deleted'])

/**
 * Moves a locked listing to another state. No other function writes the state of a listing.
 * @returns the new state
 * @throws wrong_state if the listing's state does not allow the move
 */
export async function moveListing(
  ctx: Context,
  tx: Tx,
  { id, status }: ListingState,
  { move }: ListingAct,
  columns: Columns = {},
): Promise<ListingStatus> {
  const target = nextStatus(status, move)
  if (!target) throw new AppError('wrong_state', { status })
  const { numUpdatedRows } = await tx
    .updateTable('listings')
    .set({ hidden_reason: null, ...columns, status: target as never, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('wrong_state', { status })
  if (closedStatuses.has(status) !== closedStatuses.has(target))
    await record(ctx, tx, 'records.outdated', { listing_id: id })
  return target
}

/**
 * Moves a locked listing to the state in which it waits for payment. A listing that already waits or is paid keeps its
 * state.
 * @returns the new state
 */
export async function awaitPayment(
  ctx: Context,
  tx: Tx,
  listing: ListingState,
  by: 'author' | 'payment',
): Promise<ListingStatus> {
  if (nextStatus(listing.status, 'invoice')) return moveListing(ctx, tx, listing, { by, move: 'invoice' })
  if (nextStatus(listing.status, 'renew')) return moveListing(ctx, tx, listing, { by, move: 'renew' })
  // A listing that its author closed waits for payment again only if the author asks for that. A late payment does not
  // reopen the listing.
  if (by === 'author' && nextStatus(listing.status, 'reopen_renewal'))
    return moveListing(ctx, tx, listing, { by, move: 'reopen_renewal' })
  return listing.status
}
