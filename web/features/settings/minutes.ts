const hour = 60

/** «22:30» as minutes after midnight; `null` if incomplete. */
export function parseMinutes(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * hour + Number(minutes)
}
