import type { Context } from '#services/core/context.ts'
import { refreshRates } from '#services/reference/rates.ts'
import { timing } from './background-timing.ts'
import { type Loop, startLoop } from './loop.ts'

/** Brings the day's rates when a source is named; a source that is away is asked again in the next round. */
export function startCurrencyRates(ctx: Context): Loop {
  const { RATES_URL } = ctx.config
  return startLoop(ctx, {
    name: 'currency-rates',
    round: async (own) => {
      if (RATES_URL)
        await refreshRates(own, RATES_URL).then(
          (changed) => changed && own.log.info({ changed }, 'rates of the day'),
          (error: Error) => own.log.warn({ reason: error.message }, 'no rates'),
        )
      return timing.rates.look
    },
  })
}
