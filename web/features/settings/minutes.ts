const hour = 60

/** Minutes after midnight as «22:30». */
export function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / hour))}:${two(minutes % hour)}`
}

/** «22:30» as minutes after midnight; null while it is being typed. */
export function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * hour + Number(minutes)
}
