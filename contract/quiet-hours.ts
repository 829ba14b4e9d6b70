import type { Language } from './languages.ts'

/** What bot and app offer first: from ten in the evening to eight in the morning, in minutes after midnight. */
export const usualQuietHours = { quiet_from: 22 * 60, quiet_to: 8 * 60 } as const

/** Where the people whose device did not say live. */
export const defaultTimeZone = 'Europe/Moscow'

/** Minutes after midnight as «22:30». */
export function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A time zone as people call it, such as «Москва»; its own name where the device knows no other. */
export function zoneName(language: Language, time_zone: string | null): string {
  const timeZone = time_zone ?? defaultTimeZone
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}
