import { countCategoryPrices } from '#services/reference/category-prices.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** Computes the price statistics of each speciality. */
export const categoryPrices: Sweep = {
  name: 'category-prices',
  every: timing.categoryPrices.sweep,
  async run(ctx) {
    const counted = await countCategoryPrices(ctx)
    if (counted > 0) ctx.log.info({ counted }, 'prices counted')
    return false
  },
}
