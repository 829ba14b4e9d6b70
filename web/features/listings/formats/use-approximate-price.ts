import type { Listing } from '#web/features/listings/types.ts'
import { useMe } from '#web/features/session/use-me.ts'
import { convert } from './money.ts'
import { priceRangeOf, useFormats } from './use-formats.ts'

type Currency = Listing['currency']

/**
 * Returns the approximate price in the user's own currency. `null` if the user has not enabled it or the price is
 * unknown. The approximate price is never the amount charged.
 */
export function useApproximate() {
  const { span } = useFormats()
  const me = useMe()
  return (low: number | null, high: number | null, from: Currency): string | null => {
    const to = me?.currency
    if (!me?.is_price_conversion || !from || !to) return null
    const [lowest, highest] = [low, high].map((end) => (end === null ? null : convert(end, from, to)))
    if ((lowest ?? highest ?? null) === null) return null
    return `≈\u00a0${span(lowest ?? null, highest ?? null, to)}`
  }
}

export function useApproximatePrice(listing: Listing): string | null {
  return useApproximate()(...priceRangeOf(listing), listing.currency)
}
