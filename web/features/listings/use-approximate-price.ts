import { useMe } from '#web/features/session/use-me.ts'
import { convert } from './money.ts'
import type { Listing } from './types.ts'
import { priceEnds, useFormats } from './use-formats.ts'

/** About what a listing pays in the reader's own currency, for those who want to see it: never what is charged. */
export function useApproximatePrice(listing: Listing): string | null {
  const { span } = useFormats()
  const me = useMe()
  const [from, to] = [listing.currency, me?.currency]
  if (!me?.is_price_conversion || !from || !to) return null
  const [low, high] = priceEnds(listing).map((end) => (end === null ? null : convert(end, from, to)))
  if ((low ?? high ?? null) === null) return null
  return `≈\u00a0${span(low ?? null, high ?? null, to)}`
}
