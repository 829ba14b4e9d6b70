import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { dateLocale } from '#contract/languages.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type Elapsed =
  | { unit: 'now' }
  | { unit: 'yesterday' }
  | { unit: 'minutes' | 'hours'; count: number }
  | { unit: 'date'; text: string }

/**
 * Formats the time since a moment: «только что», «12 мин», «3 ч», «вчера», otherwise the date. The current year is
 * omitted.
 */
export function elapsed(language: Language, iso: string, now = new Date()): Elapsed {
  const time = new Date(iso)
  const elapsedMs = now.getTime() - time.getTime()
  if (elapsedMs < minute) return { unit: 'now' }
  if (elapsedMs < hour) return { unit: 'minutes', count: Math.floor(elapsedMs / minute) }
  if (daysBetween(time, now) === 0 || elapsedMs < 3 * hour)
    return { unit: 'hours', count: Math.floor(elapsedMs / hour) }
  if (daysBetween(time, now) === 1) return { unit: 'yesterday' }
  return { unit: 'date', text: shortDate(language, time, now) }
}

export type Deadline = {
  /** Returns the share of the time between publication and deadline that is left, 0 to 1. */
  remainingShare: number
  tone: 'plain' | 'warn' | 'bad'
} & ({ unit: 'days' | 'hours'; count: number } | { unit: 'tomorrow' } | { unit: 'overdue' })

/** Formats a deadline. A deadline within three days is a warning; within 24 hours it is red and counted in hours. */
export function deadline(due: string, since: string | null, now = new Date()): Deadline {
  const end = new Date(due)
  const remainingMs = end.getTime() - now.getTime()
  const totalMs = Math.max(end.getTime() - new Date(since ?? now).getTime(), day)
  if (remainingMs <= 0) return { remainingShare: 0, tone: 'plain', unit: 'overdue' }
  const remainingShare = Math.min(remainingMs / totalMs, 1)
  if (remainingMs < day)
    return { remainingShare, tone: 'bad', unit: 'hours', count: Math.ceil(remainingMs / hour) }
  if (daysBetween(now, end) === 1) return { remainingShare, tone: 'warn', unit: 'tomorrow' }
  return {
    remainingShare,
    tone: remainingMs < 3 * day ? 'warn' : 'plain',
    unit: 'days',
    count: daysBetween(now, end),
  }
}

/** Formats a short date, such as «18 ноя», or «2 ноя 2025» in another year. The text does not break into lines. */
export function shortDate(language: Language, date: Date, now = new Date()): string {
  const parts = dateFormat(dateLocale[language], {
    day: 'numeric',
    month: 'short',
    year: date.getFullYear() === now.getFullYear() ? undefined : 'numeric',
  }).formatToParts(date)
  // Systems abbreviate months differently ("нояб.", "Sept"), so the month is cut to three letters.
  return parts
    .map((part) => (part.type === 'month' ? part.value.slice(0, 3) : part.value.replace(/\s?г\.?$/, '')))
    .join('')
    .trim()
    .replaceAll(' ', '\u00a0')
}

/** Formats the day and month, such as «28 ноября», which stay on one line. */
export function longDate(language: Language, iso: string): string {
  return dateFormat(dateLocale[language], {
    day: 'numeric',
    month: 'long',
  })
    .format(new Date(iso))
    .replaceAll(' ', '\u00a0')
}

/** Returns the number of calendar days between two times in the user's time zone. */
export function daysBetween(from: Date, to: Date): number {
  const startOfDay = new Date(from).setHours(0, 0, 0, 0)
  const end = new Date(to).setHours(0, 0, 0, 0)
  return Math.round((end - startOfDay) / day)
}
