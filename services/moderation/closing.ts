import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'

/** Takes a locked listing and its edits out of the moderators' queue: its author took it away. */
export async function closeTasks(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('moderation_tasks')
    .set({ state: 'returned', reason: 'withdrawn', effective_at: null, applied_at: now, updated_at: now })
    .where('listing_id', '=', listing_id)
    .where('subject', 'in', ['listing', 'revision'])
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await record(ctx, tx, 'listing.withdrawn', { listing_id })
}
