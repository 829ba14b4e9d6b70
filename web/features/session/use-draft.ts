import { useState } from 'react'
import { launch } from '#web/telegram/index.ts'

/** Typed text that survives a closed sheet or app on this device. Keyed by the person. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = `otklik:draft:${launch.userId}:${name}`
  const [{ value, isKept }, set] = useState(() => {
    const kept = read<T>(key)
    return { value: { ...empty, ...kept }, isKept: kept !== null }
  })
  return {
    value,
    /** Whether something is typed. */
    isKept,
    change: (part: Partial<T>) => {
      const next = { ...value, ...part }
      set({ value: next, isKept: true })
      write(key, next)
    },
    forget: () => {
      set({ value: empty, isKept: false })
      write(key, null)
    },
  }
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Blocked or full storage costs the draft, not the form. */
function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}
