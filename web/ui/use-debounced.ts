import { useEffect, useState } from 'react'

const usualMs = 300

/** The value once it has not changed for a moment, so that not every keystroke asks the server. */
export function useDebounced<T>(value: T, delayMs = usualMs): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
