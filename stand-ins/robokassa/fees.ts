import type { Operation } from './operations.ts'
import type { Shop } from './shop.ts'

/** Fee of a small shop for card payments, in percent of the price. */
const usualPercent = 3.9

/** @returns fee in kopecks, which the provider withholds from the payment */
export function computeFee({ faults }: Shop, { inv_id, amount_kopecks, is_test }: Operation): number {
  if (is_test) return 0
  const fault = faults.takeFault('fee', inv_id)
  const { from = usualPercent, to = from } = fault ?? {}
  const percent = from === to ? from : from + faults.nextRandom() * (to - from)
  return Math.round((amount_kopecks * percent) / 100)
}
