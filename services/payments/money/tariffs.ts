import { type NotNull, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'

export type Tariff = { id: number; amount: number; period_days: number | null }

/** A product: a publication in a category for some days, or a boost, which has no days. */
export type Product = { kind: PaymentKind; category_id: number | null; period_days: number | null }

/**
 * The price at a moment, in kopecks: the latest tariff of the category and period, else the general one of the period.
 * Open invoices keep the tariff they were made with.
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

/** Periods sold in a category at a moment, shortest first, with prices in kopecks. */
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

/** @throws unavailable when nothing of the kind is sold */
export async function getTariff(db: Db, product: Product, at: Date): Promise<Tariff> {
  const tariff = await findTariff(db, product, at)
  if (!tariff) throw new AppError('unavailable')
  return tariff
}
