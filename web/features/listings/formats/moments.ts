import { dateFormat } from '#contract/formats.ts'
import { dateLocale, type Language } from '#contract/languages.ts'
import { longDate, shortDate } from './relative-time.ts'

/** Formats the time of day on a 24-hour clock without a leading zero, such as «9:38». */
export function clock(language: Language, time: string | number | Date): string {
  const format = dateFormat(dateLocale[language], { hour: 'numeric', minute: '2-digit' })
  return format.format(new Date(time)).replace(/^0(\d:)/, '$1')
}

/** Formats a date and time in a small place, such as «16 ноя, 9:38». The text does not break into lines. */
export function shortMoment(language: Language, iso: string, now = new Date()): string {
  return `${shortDate(language, new Date(iso), now)},\u00a0${clock(language, iso)}`
}

/** Formats a date and time such as «16 ноября, 9:38». The text does not break into lines. */
export function longMoment(language: Language, iso: string): string {
  return `${longDate(language, iso)},\u00a0${clock(language, iso)}`
}
