import type { Language } from './languages.ts'

/** Quiet hours suggested by bot and app: 22:00 to 8:00, in minutes after midnight. */
export const usualQuietHours = { quiet_from: 22 * 60, quiet_to: 8 * 60 } as const

/** Time zone of people whose device did not report one. */
export const defaultTimeZone = 'Europe/Moscow'

/** Formats minutes after midnight as a time of day: «22:30». */
export function clockTime(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

/** Common name of a time zone, such as «Москва»; the IANA name if there is no other. */
export function zoneName(language: Language, time_zone: string | null): string {
  const timeZone = time_zone ?? defaultTimeZone
  try {
    const format = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}
