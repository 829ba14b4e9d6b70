/** Where the people whose device did not say live. */
export const defaultTimeZone = 'Europe/Moscow'

const day = 24 * 60
const minuteMs = 60_000

/** Minutes after midnight on the clock of a time zone. */
export function minutesIn(time_zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') * 60 + read('minute')
}

/** Whether a clock stands between two times, the first included; the span may cross midnight. */
export function isBetween(minutes: number, from: number, to: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/** The first moment after `now` at which the clock of a time zone shows `minutes`. */
export function nextAt(time_zone: string, minutes: number, now: Date): Date {
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs
  const ahead = (minutes - minutesIn(time_zone, now) + day) % day || day
  const guess = new Date(start + ahead * minuteMs)
  // A change of the clock in between moves the guess by what it changed.
  const off = minutes - minutesIn(time_zone, guess)
  const shift = off > day / 2 ? off - day : off < -day / 2 ? off + day : off
  return new Date(guess.getTime() + shift * minuteMs)
}
