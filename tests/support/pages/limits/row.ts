import type { limits } from '#contract/limits.ts'

/** A text that somebody reads at a limit: its key, with the values of its placeholders if it has any. */
export type ReadText = string | [key: string, values: Record<string, number | string>]

/** One limit in docs/limits.md. `reads` is empty if nobody is told of the limit. */
export type LimitRow = { what: string; who: string; reads: ReadText[] }

/** Rows by the names of `contract/limit-values.ts`. Each value that a row does not use is named by the test. */
export type LimitRows = { [name in keyof typeof limits]?: (value: (typeof limits)[name]) => LimitRow }

const units: [unit: string, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** Writes a time in the largest unit of which it is a whole number; 24 hours stay hours. */
export function duration(ms: number): string {
  if (ms === 86_400_000) return '24 hours'
  const [unit, size] = units.find(([, size]) => ms % size === 0) ?? ['second', 1000]
  const count = ms / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export const durations = (times: readonly number[]) => times.map(duration).join(', then ')

export function size(bytes: number): string {
  const [unit, factor] =
    bytes >= 1024 ** 3 ? ['GB', 1024 ** 3] : bytes >= 1024 ** 2 ? ['MB', 1024 ** 2] : ['KB', 1024]
  return `${bytes / Number(factor)} ${unit}`
}

/** Writes minutes after midnight as a time of day. */
export const timeOfDay = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

export const grouped = (count: number) => count.toLocaleString('en')
