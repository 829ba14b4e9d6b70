import { type Kysely, sql } from 'kysely'

/**
 * A publication is sold by category and period; a boost has none. What was sold until now were 30 days: listings
 * whose next placement has no tariff of its own get those, the end of a running placement stays where it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tariffs add column period_days integer check (period_days between 1 and 366);
    update tariffs set period_days = 30 where product <> 'response';
    alter table tariffs
      add check ((product = 'response') = (period_days is null)),
      drop constraint tariffs_product_category_id_valid_from_key,
      add unique nulls not distinct (product, category_id, period_days, valid_from);
    update listings set placement_period = 30 where placement_period <> 30;
  `.execute(db)
}
