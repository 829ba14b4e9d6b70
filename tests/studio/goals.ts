import { isRehearsal } from '#tests/support/run/share.ts'

/** A measured value `is` and its upper limit, both in `unit`. */
export type Goal = { name: string; is: number; limit: number; unit: string }

/**
 * Returns descriptions of the missed goals. A value that could not be measured counts as missed. In a rehearsal only
 * such values count, because its measurements mean nothing.
 */
export function describeMissedGoals(goals: Goal[]): string[] {
  return goals
    .filter(({ is, limit }) => (isRehearsal ? Number.isNaN(is) : !(is <= limit)))
    .map(({ name, is, limit, unit }) => `${name}: ${roundValue(is)} ${unit}, the goal is ${limit} ${unit}`)
}

const roundValue = (value: number) => Math.round(value * 1000) / 1000

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
