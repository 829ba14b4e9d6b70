import { useEffect, useState } from 'react'

const usualMs = 300

/** The value after it has been stable for a while, to limit requests while typing. */
export function useDebounced<T>(value: T, delayMs = usualMs): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
