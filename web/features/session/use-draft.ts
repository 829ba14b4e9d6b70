import { useState } from 'react'
import { read, write } from './local-store.ts'

/** Typed text that survives a closed sheet or app on this device. Keyed by the person. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = `draft:${name}`
  const [{ value, isStored }, set] = useState(() => {
    const stored = read<T>(key)
    return { value: { ...empty, ...stored }, isStored: stored !== null }
  })
  return {
    value,
    /** Whether something is typed. */
    isStored,
    change: (part: Partial<T>) => {
      const next = { ...value, ...part }
      set({ value: next, isStored: true })
      write(key, next)
    },
    forget: () => {
      set({ value: empty, isStored: false })
      write(key, null)
    },
  }
}
