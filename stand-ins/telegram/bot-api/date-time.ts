import type { ApiError } from './errors.ts'

/**
 * Format strings of a `date_time` entity: `r`, or letters for weekday, date and time, each at most once and in this
 * order.
 */
const formats = /^(r|w?[dD]?[tT]?)$/

/** Attributes of a `date_time` entity; clients show it in the reader's time zone. */
export function readDateTime(unix: unknown, format: unknown, createError: (text: string) => ApiError) {
  const unix_time = Number(unix)
  if (!/^\d{1,10}$/.test(String(unix)) || unix_time > 0x7fffffff)
    throw createError('Invalid Unix time specified')
  if (!formats.test(String(format ?? ''))) throw createError('Invalid date-time format specified')
  return { unix_time, date_time_format: String(format ?? '') }
}
