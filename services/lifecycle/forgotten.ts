import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { moveListing } from '#services/listings/moves.ts'
import { returnMoney } from '#services/payments/returns.ts'

/** Gives the money back for a placement or renewal that was rejected and then left alone. @returns how many */
export async function refundForgotten(ctx: Context, batch: number): Promise<number> {
  const now = ctx.now()
  const since = new Date(now.getTime() - limits.moderation.refundMs).toISOString()
  return ctx.db.transaction().execute(async (tx) => {
    const left = await tx
      .selectFrom('listings')
      .select(['id', 'status'])
      .where('status', '=', 'rejected')
      .where('rejected_at', '<=', since)
      .orderBy('rejected_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const listing of left) {
      await moveListing(ctx, tx, listing, { by: 'clock', move: 'refund' })
      await returnMoney(ctx, tx, listing.id, 'rejected and left alone')
    }
    return left.length
  })
}
