import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type InvoiceReply, invoice } from '#services/payments/invoices/invoices.ts'
import type { Rail } from '#services/payments/invoices/payment-methods.ts'

/** Creates the invoice of a boost. If no slot is free, there is no invoice, and the response stays without a boost. */
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

export async function readNextBoostPlace(db: Db, listing_id: number): Promise<number> {
  const { boosted } = await db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('boosted'))
    .where('listing_id', '=', listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return boosted + 1
}

/** Id of a currency that is given by its id or by its code; the other parameter is null. */
const currencyIdOf = prepare(
  (_, { id, code }: { id: number | null; code: string | null }) => sql<{ id: number }>`
    select id from currencies where id = ${id} or code = ${code}`,
)

/**
 * Id of a currency that is given by its id or its code; TON if absent.
 * @throws invalid_input for an unknown currency
 */
export async function currencyId(
  db: Db,
  currency: number | string = defaultResponseCurrency,
): Promise<number> {
  const isId = typeof currency === 'number'
  const [row] = await currencyIdOf(db, {
    id: isId ? currency : null,
    code: isId ? null : currency.toUpperCase(),
  })
  if (row) return row.id
  throw new AppError('invalid_input', {
    fields: [{ path: 'response.currency', message: 'a known currency' }],
  })
}
