import { AppError } from '#contract/errors.ts'
import { defaultResponseCurrency } from '#contract/options.ts'
import type { Db } from '#db/index.ts'

/** A currency by id or code; a price without one is in TON. */
export async function currencyId(db: Db, wanted: number | string | undefined): Promise<number> {
  const row = await db
    .selectFrom('currencies')
    .select('id')
    .where(
      typeof wanted === 'number' ? 'id' : 'code',
      '=',
      typeof wanted === 'string' ? wanted.toUpperCase() : (wanted ?? defaultResponseCurrency),
    )
    .executeTakeFirst()
  if (!row)
    throw new AppError('invalid_input', {
      fields: [{ path: 'response.currency', message: 'a known currency' }],
    })
  return row.id
}
