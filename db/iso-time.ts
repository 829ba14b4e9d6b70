const withOffset = /^(\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d)(\.\d+)?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/**
 * Converts Postgres's time in any zone to ISO 8601 in UTC, with microseconds: `2026-01-31 13:00:00.5+03` ->
 * `2026-01-31T10:00:00.5Z`. Offsets may have minutes and seconds.
 * @throws for anything else, such as infinity
 */
export function isoTime(text: string): string {
  // Postgres usually sends times in UTC, because the sessions are in UTC.
  if (text.endsWith('+00')) return `${text.slice(0, -3).replace(' ', 'T')}Z`
  const [, wall, fraction = '', sign, hours, minutes = 0, seconds = 0] = withOffset.exec(text) ?? []
  if (!wall) throw new Error(`the database told a time that is none: ${text}`)
  const offsetSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  const utc = Date.parse(`${wall.replace(' ', 'T')}Z`) - offsetSeconds * (sign === '-' ? -1000 : 1000)
  return new Date(utc).toISOString().replace('.000Z', `${fraction}Z`)
}
