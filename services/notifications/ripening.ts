import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { nextHotCheck } from './hot-orders.ts'

/** Records an event for the next moment at which an open order may become hot. */
export async function scheduleHotCheck(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const order = await tx
    .selectFrom('listings')
    .select(['kind', 'urgent', 'deadline', 'responses_count', 'listed_at'])
    .where('id', '=', listing_id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  const due = order && nextHotCheck(order, ctx.now())
  if (due) await record(ctx, tx, 'listing.hot_check_due', { listing_id }, due)
}
