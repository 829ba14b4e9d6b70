import { limits } from './limits.ts'

export const thirds = ['lower', 'middle', 'upper'] as const
export type Third = 1 | 2 | 3

/**
 * In which third of all prices a new one stands, or null while they are too few. Equal ones stand together, in the
 * middle of the places that they take.
 */
export function thirdOf(own: number, rivals: number[]): Third | null {
  const count = rivals.length + 1
  if (count < limits.prices.rivals) return null
  const below = rivals.filter((price) => price < own).length
  const equal = rivals.filter((price) => price === own).length
  const place = (below + equal / 2 + 0.5) / count
  return place <= 1 / 3 ? 1 : place <= 2 / 3 ? 2 : 3
}

/** Two digits of an amount: 41 350 is 41 000. */
export function twoDigits(amount: number): number {
  return Number(amount.toPrecision(2))
}
