import { limits } from './limits.ts'

export const thirds = ['lower', 'middle', 'upper'] as const
export type Third = 1 | 2 | 3

/**
 * Third of all prices in which a new price falls; null if there are too few prices. Equal prices share the middle of
 * their positions.
 */
export function thirdOf(own: number, rivals: number[]): Third | null {
  const count = rivals.length + 1
  if (count < limits.prices.rivals) return null
  const below = rivals.filter((price) => price < own).length
  const equal = rivals.filter((price) => price === own).length
  const place = (below + equal / 2 + 0.5) / count
  return place <= 1 / 3 ? 1 : place <= 2 / 3 ? 2 : 3
}

/** Rounds an amount to two significant digits: 41 350 becomes 41 000. */
export function twoDigits(amount: number): number {
  return Number(amount.toPrecision(2))
}
