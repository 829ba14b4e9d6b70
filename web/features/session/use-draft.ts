import { useEffect, useState } from 'react'
import { launch } from '#web/telegram/index.ts'

const waitMs = 300

/** Typed text that survives a closed sheet or app on this device; `null` forgets it. Keyed by the person. */
export function useDraft<T>(name: string, empty: T) {
  const key = `otklik:draft:${launch.userId}:${name}`
  const [value, setValue] = useState<T>(() => ({ ...empty, ...read<T>(key) }))
  const [isKept, setKept] = useState(() => read(key) !== null)
  useEffect(() => {
    if (!isKept) return
    const timer = setTimeout(() => write(key, value), waitMs)
    return () => {
      clearTimeout(timer)
      write(key, value)
    }
  }, [key, value, isKept])
  return {
    value,
    isKept,
    change: (part: Partial<T>) => {
      setKept(true)
      setValue((old) => ({ ...old, ...part }))
    },
    forget: () => {
      setKept(false)
      setValue(empty)
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
