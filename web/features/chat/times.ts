import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { dateLocale } from '#contract/languages.ts'
import { daysBetween, longDate, shortDate } from '#web/features/listings/moments.ts'

/** «9:38». */
export function clock(language: Language, iso: string): string {
  const time = dateFormat(dateLocale[language], { hour: 'numeric', minute: '2-digit' })
  return time.format(new Date(iso)).replace(/^0(\d:)/, '$1')
}

export type Moment = 'today' | 'yesterday' | { text: string }

/** The time of a room's last message: the clock, yesterday, the weekday within a week, then the date. */
export function lastTime(language: Language, iso: string, now = new Date()): Moment {
  const then = new Date(iso)
  const days = daysBetween(then, now)
  if (days <= 0) return { text: clock(language, iso) }
  if (days === 1) return 'yesterday'
  if (days > 6) return { text: shortDate(language, then, now) }
  return { text: dateFormat(dateLocale[language], { weekday: 'short' }).format(then) }
}

/** The heading above a day's messages. */
export function dayName(language: Language, iso: string, now = new Date()): Moment {
  const then = new Date(iso)
  const days = daysBetween(then, now)
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  const isThisYear = then.getFullYear() === now.getFullYear()
  return { text: isThisYear ? longDate(language, iso) : shortDate(language, then, now) }
}
