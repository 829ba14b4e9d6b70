import { useEffect, useState } from 'react'

const usualMs = 300

/** Returns the value after it has been stable for a while. This limits requests while the user types. */
export function useDebounced<T>(value: T, delayMs = usualMs): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
