/** What was measured beside the most that it may be, both in `unit`. */
export type Goal = { name: string; is: number; most: number; unit: string }

/** The goals that were missed, in words; whatever could not be measured is missed. */
export function missed(goals: Goal[]): string[] {
  return goals
    .filter(({ is, most }) => !(is <= most))
    .map(({ name, is, most, unit }) => `${name}: ${rounded(is)} ${unit}, the goal is ${most} ${unit}`)
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
