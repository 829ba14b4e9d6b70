import { AppError } from '#contract/errors.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
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

const byName = (name: 'id' | 'code') =>
  prepare((db, { value }: { value: number | string }) =>
    db.selectFrom('currencies').select('id').where(name, '=', value),
  )
const currencies = { id: byName('id'), code: byName('code') }

/** A currency by id or code; a price without one is in TON. */
export async function currencyId(db: Db, wanted: number | string | undefined): Promise<number> {
  const [row] =
    typeof wanted === 'number'
      ? await currencies.id(db, { value: wanted })
      : await currencies.code(db, { value: (wanted ?? defaultResponseCurrency).toUpperCase() })
  if (!row)
    throw new AppError('invalid_input', {
      fields: [{ path: 'response.currency', message: 'a known currency' }],
    })
  return row.id
}
