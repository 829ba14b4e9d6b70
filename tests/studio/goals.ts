/** A measured value and its upper limit, both in `unit`. */
export type Goal = { name: string; is: number; most: number; unit: string }

/** Descriptions of the missed goals; a value that could not be measured counts as missed. */
export function missed(goals: Goal[]): string[] {
  return goals
    .filter(({ is, most }) => !(is <= most))
    .map(({ name, is, most, unit }) => `${name}: ${rounded(is)} ${unit}, the goal is ${most} ${unit}`)
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
