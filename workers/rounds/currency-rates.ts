import { refreshRates } from '#services/reference/rates.ts'
import type { Sweep } from '#workers/engine/sweep.ts'
import { timing } from '#workers/engine/timing.ts'

/** Fetches the daily rates if a source is configured; after a failure the next round tries again. */
export const currencyRates: Sweep = {
  name: 'currency-rates',
  every: timing.rates.look,
  async run(ctx) {
    const { RATES_URL } = ctx.config
    if (RATES_URL)
      await refreshRates(ctx, RATES_URL).then(
        (changed) => changed && ctx.log.info({ changed }, 'rates of the day'),
        (error: Error) => ctx.log.warn({ reason: error.message }, 'no rates'),
      )
    return false
  },
}
