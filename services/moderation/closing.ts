import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { moveTasks } from './moves.ts'

/** Takes a locked listing and its edits out of the moderators' queue: its author took it away. */
export async function closeTasks(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const end = { reason: 'withdrawn', effective_at: null, applied_at: ctx.now().toISOString() }
  const which = { listing_id, report_id: null, applied_at: null }
  const closed = await moveTasks(ctx, tx, which, 'returned', end)
  if (closed > 0) await record(ctx, tx, 'listing.withdrawn', { listing_id })
}
