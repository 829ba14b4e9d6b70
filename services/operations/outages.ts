/** Times at which this process first found that a part does not answer, in ms since 1970. */
const since = new Map<string, number>()

/** Notes which parts answer the process just now. */
export function noteOutages(parts: Record<string, boolean>, now: Date): void {
  for (const [part, isUp] of Object.entries(parts)) {
    if (isUp) since.delete(part)
    else if (!since.has(part)) since.set(part, now.getTime())
  }
}

/** Returns the milliseconds for which a part has been away; 0 if it answers. */
export function outageMs(part: string, now: Date): number {
  const start = since.get(part)
  return start === undefined ? 0 : now.getTime() - start
}

/** Returns the times since which parts are away, such as `{ redis: '2026-11-22T07:05:00.000Z' }`. */
export function outagesOf(parts: Record<string, boolean>): Record<string, string> {
  const away = Object.keys(parts).flatMap((part) => {
    const start = since.get(part)
    return start === undefined ? [] : [[part, new Date(start).toISOString()]]
  })
  return Object.fromEntries(away)
}
