import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { roundToTwoDigits } from '#contract/price-thirds.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/**
 * Computes usual prices of fixed-price orders by speciality, once a week: quartiles of the published prices, rounded to
 * two digits, from at least ten people. Prices in responses stay secret.
 * @returns number of specialities with prices
 */
export async function countCategoryPrices(ctx: Context): Promise<number> {
  const { least, people, days, countMs } = limits.prices
  const now = ctx.now()
  const prices = ctx.db
    .selectFrom('category_prices')
    .select('counted_at')
    .orderBy('counted_at', 'desc')
    .limit(1)
  const last = (await prices.executeTakeFirst())?.counted_at
  if (last && now.getTime() - Date.parse(last) < countMs) return 0
  const counted_at = now.toISOString()
  const { rows } = await sql<{ category_id: number; quartiles: number[]; prices: number; people: number }>`
    select category_id, percentile_disc(array[0.25, 0.5, 0.75]) within group (order by price_base::float8) as quartiles,
      count(*)::int as prices, count(distinct author_id)::int as people
    from listings
    where kind = 'order' and payment_format = 'fixed' and price > 0 and category_id is not null
      and published_at > ${counted_at}::timestamptz - ${days} * interval '1 day'
    group by category_id having count(*) >= ${least} and count(distinct author_id) >= ${people}`.execute(
    ctx.db,
  )
  await ctx.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('category_prices').execute()
    if (rows.length === 0) return
    const figures = rows.map(({ quartiles, ...row }) => {
      const [low = 0, middle = 0, high = 0] = quartiles.map(roundToTwoDigits)
      return { ...row, low, middle, high, counted_at }
    })
    await tx.insertInto('category_prices').values(figures).execute()
  })
  return rows.length
}

/** Usual prices of a speciality in roubles, or null if there are too few prices. */
export async function findCategoryPrices(db: Db, category_id: number) {
  const row = await db
    .selectFrom('category_prices')
    .select(['low', 'middle', 'high', 'prices'])
    .where('category_id', '=', category_id)
    .executeTakeFirst()
  return row
    ? { low: row.low / 100, middle: row.middle / 100, high: row.high / 100, prices: row.prices }
    : null
}

/** Usual prices for fixed-price orders, in kopecks. */
export async function findUsualPrices(
  db: Db,
  listing_id: number,
): Promise<{ low: number; high: number } | undefined> {
  return db
    .selectFrom('listings as listing')
    .innerJoin('category_prices as usual', 'usual.category_id', 'listing.category_id')
    .select(['usual.low', 'usual.high'])
    .where('listing.id', '=', listing_id)
    .where('listing.kind', '=', 'order')
    .where('listing.payment_format', '=', 'fixed')
    .executeTakeFirst()
}
