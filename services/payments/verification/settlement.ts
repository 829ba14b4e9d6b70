/**
 * Judges the sum of an operation that the provider calls paid. Its state inquiry (`OpStateExt`, `Info/OutSum`) tells
 * some shops the sum of the invoice and others the sum that was credited to them, less the provider's fee.
 */

export type ReportedSum = 'price' | 'another' | 'none'

export type SettledSum = {
  /** Kopecks of the invoice. */
  price: number
  /** Kopecks of `OutSum`; null where the answer has none. */
  out_sum: number | null
  /** The sum that the provider's own signed result calls have told, if any has come. */
  reported: ReportedSum
  /** The largest fee of the provider, in percent of the price. */
  max_fee_percent: number
}

export type Settlement = {
  is_paid: boolean
  /** The sum is no price less a usual fee, so a person looks at it, also when the payment counts as paid. */
  is_odd: boolean
  /** Kopecks that the provider kept, as far as the sum tells. */
  fee: number
}

/** @returns whether the money counts as the invoice's, and what of it the provider kept */
export function settle({ price, out_sum, reported, max_fee_percent }: SettledSum): Settlement {
  const is_usual = out_sum !== null && out_sum <= price && out_sum >= leastOf(price, max_fee_percent)
  return {
    is_paid: reported === 'price' || (reported === 'none' && is_usual),
    is_odd: reported === 'price' ? !is_usual && out_sum !== null : reported === 'another' || !is_usual,
    fee: is_usual ? price - out_sum : 0,
  }
}

/** The least that a shop is credited for a price, in whole kopecks. */
export const leastOf = (price: number, max_fee_percent: number): number =>
  Math.ceil((price * (100 - max_fee_percent)) / 100)
