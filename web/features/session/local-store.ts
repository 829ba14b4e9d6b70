import { launch } from '#web/telegram/index.ts'

/** Store of values in localStorage. Each user of the device has separate values. */
const keyOf = (name: string) => `otklik:${launch.userId}:${name}`

export function readLocal<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

/** Errors are ignored, because without storage, or with full storage, only this value is lost. */
export function write(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {}
}
