import { useState } from 'react'
import { readLocal, write } from './local-store.ts'

/** Draft stored on this device, separately for each user. It is kept when the sheet or the app closes. */
export function useDraft<T extends object>(name: string, empty: T) {
  const key = `draft:${name}`
  const [{ value, isStored }, setState] = useState(() => {
    const storedDraft = readLocal<T>(key)
    return { value: { ...empty, ...storedDraft }, isStored: storedDraft !== null }
  })
  return {
    value,
    /** True if a draft is stored, because the user has typed something. */
    isStored,
    change: (part: Partial<T>) => {
      const next = { ...value, ...part }
      setState({ value: next, isStored: true })
      write(key, next)
    },
    forget: () => {
      setState({ value: empty, isStored: false })
      write(key, null)
    },
  }
}
