import { launch } from '#web/telegram/index.ts'

/** What this device keeps for a person between two openings. Keyed by the person. */
const keyOf = (name: string) => `otklik:${launch.userId}:${name}`

export function recall<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

/** Blocked or full storage costs what was to be kept, nothing else. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {}
}
