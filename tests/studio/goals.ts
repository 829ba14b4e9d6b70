import { isRehearsal } from '#tests/support/run/share.ts'

/** A measured value and its upper limit, both in `unit`. */
export type Goal = { name: string; is: number; limit: number; unit: string }

/**
 * Descriptions of the missed goals; a value that could not be measured counts as missed. Figures of a rehearsal mean
 * nothing, so it only misses goals without a value.
 */
export function describeMissedGoals(goals: Goal[]): string[] {
  return goals
    .filter(({ is, limit }) => (isRehearsal ? Number.isNaN(is) : !(is <= limit)))
    .map(({ name, is, limit, unit }) => `${name}: ${roundValue(is)} ${unit}, the goal is ${limit} ${unit}`)
}

const roundValue = (value: number) => Math.round(value * 1000) / 1000

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
