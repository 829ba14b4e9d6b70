import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { movePayment } from '#services/payments/money/moves.ts'

/**
 * Expires the open invoice of a locked listing; "Pay" makes a new one. The old link can still be paid, so inquiries
 * about it go on.
 * @throws payment_pending while a reported payment is being confirmed
 */
export async function supersedeInvoice(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const open = await tx
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('listing_id', '=', listing_id)
    .where('state', 'in', ['created', 'pending'])
    .forUpdate()
    .executeTakeFirst()
  if (open?.state === 'pending') throw new AppError('payment_pending')
  if (open) await movePayment(ctx, tx, open, 'expired', 'the category or the period changed')
}
