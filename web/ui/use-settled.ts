import { useEffect, useState } from 'react'

const restMs = 300

/** The value once it has rested for a moment: what follows every keystroke need not be asked about. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
