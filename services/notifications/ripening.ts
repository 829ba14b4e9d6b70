import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { nextHeat } from './hot-orders.ts'

/** Has an open order looked at again at the next moment at which it may become hot. */
export async function scheduleHeat(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const order = await tx
    .selectFrom('listings')
    .select(['kind', 'urgent', 'deadline', 'responses_count', 'listed_at'])
    .where('id', '=', listing_id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  const due = order && nextHeat(order, ctx.now())
  if (due) await record(ctx, tx, 'listing.ripened', { listing_id }, due)
}
