import { limits } from './limits.ts'

export const thirds = ['lower', 'middle', 'upper'] as const
export type Third = 1 | 2 | 3

/**
 * Returns the third of all prices in which a new price falls: 1 for the lowest third; null if there are too few prices.
 * Equal prices share the middle of their positions in the sorted list.
 */
export function priceThirdOf(ownPrice: number, rivals: number[]): Third | null {
  const count = rivals.length + 1
  if (count < limits.prices.rivals) return null
  const lowerCount = rivals.filter((price) => price < ownPrice).length
  const equalCount = rivals.filter((price) => price === ownPrice).length
  const position = (lowerCount + equalCount / 2 + 0.5) / count
  return position <= 1 / 3 ? 1 : position <= 2 / 3 ? 2 : 3
}

/** Rounds an amount to two significant digits: 41 350 becomes 41 000. */
export function roundToTwoDigits(amount: number): number {
  return Number(amount.toPrecision(2))
}
