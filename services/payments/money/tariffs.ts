import { type NotNull, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'

export type Tariff = { id: number; amount: number; period_days: number | null }

/** A product for sale. It is either a publication in a category for a number of days, or a boost, which has no days. */
export type Product = { kind: PaymentKind; category_id: number | null; period_days: number | null }

/**
 * Finds the price of a product at a time, in kopecks. It is the latest tariff for the product's category and period, or
 * else the latest tariff for the period in all categories. An open invoice keeps the tariff with which it was made.
 */
export async function findTariff(db: Db, product: Product, at: Date): Promise<Tariff | undefined> {
  const { kind, category_id, period_days } = product
  return db
    .selectFrom('tariffs')
    .select(['id', 'amount', 'period_days'])
    .where('product', '=', kind)
    .where((eb) => eb.or([eb('category_id', 'is', null), eb('category_id', '=', category_id)]))
    .where('period_days', 'is not distinct from', period_days)
    .where('valid_from', '<=', at.toISOString())
    .orderBy(sql`category_id is null`)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists the periods that are for sale in a category at a time, shortest first, with prices in kopecks. */
export async function listPeriods(
  db: Db,
  { kind, category_id }: Omit<Product, 'period_days'>,
  at: Date,
): Promise<{ id: number; days: number; amount: number }[]> {
  return db
    .selectFrom('tariffs')
    .distinctOn('period_days')
    .select(['id', 'period_days as days', 'amount'])
    .where('product', '=', kind)
    .where((eb) => eb.or([eb('category_id', 'is', null), eb('category_id', '=', category_id)]))
    .where('period_days', 'is not', null)
    .where('valid_from', '<=', at.toISOString())
    .orderBy('period_days')
    .orderBy(sql`category_id is null`)
    .orderBy('valid_from', 'desc')
    .$narrowType<{ days: NotNull }>()
    .execute()
}

/** @throws unavailable when the product is not for sale */
export async function getTariff(db: Db, product: Product, at: Date): Promise<Tariff> {
  const tariff = await findTariff(db, product, at)
  if (!tariff) throw new AppError('unavailable')
  return tariff
}
