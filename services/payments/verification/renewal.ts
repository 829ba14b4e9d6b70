import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import type { PaymentRow } from '#services/payments/money/queries.ts'

/**
 * Adds a placement to the end of a locked listing that has not expired. The listing moves up in "newest" at most once
 * per paid period, even if several are bought ahead.
 * @returns false if another payment for the same placement came first
 */
export async function extendPlacement(
  ctx: Context,
  tx: Tx,
  { id, created_at }: Pick<PaymentRow, 'id' | 'created_at'>,
  { listing_id, days }: { listing_id: number; days: number },
): Promise<boolean> {
  const now = ctx.now().toISOString()
  const earlierPayment = await tx
    .selectFrom('payments')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('id', '<>', id)
    .where('paid_at', '>=', created_at)
    .limit(1)
    .executeTakeFirst()
  if (earlierPayment) return false
  const period = sql`${days}::int * interval '1 day'`
  const periodsLeft = sql`ceil(extract(epoch from expires_at - ${now}::timestamptz) / extract(epoch from ${period}))`
  await tx
    .updateTable('listings')
    .set({
      renewed_at: sql`case when renewed_at >= expires_at - ${periodsLeft} * ${period}
        then renewed_at else ${now}::timestamptz end`,
      expires_at: sql`greatest(expires_at, ${now}::timestamptz) + ${period}`,
      updated_at: now,
    })
    .where('id', '=', listing_id)
    .execute()
  return true
}
