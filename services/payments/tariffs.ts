import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'

export type Tariff = { id: number; amount: number }

/**
 * What the platform charges now, in kopecks: the latest tariff of the category, else the general one.
 * Open invoices keep the amount they were made with.
 */
export async function getTariff(
  db: Db,
  product: PaymentKind,
  category_id: number | null,
  now: Date,
): Promise<Tariff> {
  const tariff = await db
    .selectFrom('tariffs')
    .select(['id', 'amount'])
    .where('product', '=', product)
    .where((eb) => eb.or([eb('category_id', 'is', null), eb('category_id', '=', category_id)]))
    .where('valid_from', '<=', now.toISOString())
    .orderBy(sql`category_id is null`)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!tariff) throw new AppError('unavailable')
  return tariff
}
