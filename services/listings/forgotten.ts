import { next } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
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
    for (const { id, status } of left) {
      const columns = { status: next(status, 'refund') ?? status, updated_at: now.toISOString() }
      await tx.updateTable('listings').set(columns).where('id', '=', id).execute()
      await returnMoney(ctx, tx, id, 'rejected and left alone')
    }
    return left.length
  })
}
