import { useState } from 'react'
import { keep, recall } from './kept.ts'

/** Typed text that survives a closed sheet or app on this device. Keyed by the person. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = `draft:${name}`
  const [{ value, isKept }, set] = useState(() => {
    const kept = recall<T>(key)
    return { value: { ...empty, ...kept }, isKept: kept !== null }
  })
  return {
    value,
    /** Whether something is typed. */
    isKept,
    change: (part: Partial<T>) => {
      const next = { ...value, ...part }
      set({ value: next, isKept: true })
      keep(key, next)
    },
    forget: () => {
      set({ value: empty, isKept: false })
      keep(key, null)
    },
  }
}
