/**
 * Judges the sum of an operation that the provider calls paid. The inquiry about the state of the operation
 * (`OpStateExt`, `Info/OutSum`) reports the invoice's sum to some shops, and the credited sum (price less the
 * provider's fee) to others.
 */

export type ReportedSum = 'price' | 'another' | 'none'

export type SettledSum = {
  /** Price on the invoice, in kopecks. */
  price: number
  /** `OutSum` of the provider's answer in kopecks; null if the answer has none. */
  out_sum: number | null
  /** Sum stated by the provider's signed result calls, if any came. */
  reported: ReportedSum
  /** The provider's largest fee, in percent of the price. */
  max_fee_percent: number
}

export type Settlement = {
  is_paid: boolean
  /**
   * True if the sum differs from the price by more than a usual fee. An admin checks such a payment, even if it counts
   * as paid.
   */
  is_odd: boolean
  /** The provider's fee in kopecks; 0 if the fee cannot be computed from the sum. */
  fee: number
}

/**
 * Decides whether a payment counts as paid.
 * @returns the decision, and the provider's fee
 */
export function settle({ price, out_sum, reported, max_fee_percent }: SettledSum): Settlement {
  const is_usual = out_sum !== null && out_sum <= price && out_sum >= leastCredited(price, max_fee_percent)
  return {
    is_paid: reported === 'price' || (reported === 'none' && is_usual),
    is_odd: reported === 'price' ? !is_usual && out_sum !== null : reported === 'another' || !is_usual,
    fee: is_usual ? price - out_sum : 0,
  }
}

/** Least sum that may be credited for a price, in whole kopecks. */
export const leastCredited = (price: number, max_fee_percent: number): number =>
  Math.ceil((price * (100 - max_fee_percent)) / 100)
