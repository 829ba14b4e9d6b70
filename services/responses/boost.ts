import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type InvoiceReply, invoice } from '#services/payments/invoices.ts'
import type { Rail } from '#services/payments/rails.ts'

/** The invoice of a boost; a full or absent boost leaves the free response as it is. */
export async function offerBoost(
  ctx: UserContext,
  response_id: number,
  rail: Rail,
): Promise<InvoiceReply | undefined> {
  try {
    return await invoice(ctx, { payment_type: 'response', item_id: response_id, rail })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

export async function placeOfNextBoost(db: Db, listing_id: number): Promise<number> {
  const { boosted } = await db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('boosted'))
    .where('listing_id', '=', listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return boosted + 1
}
