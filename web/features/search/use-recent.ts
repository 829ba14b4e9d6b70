import { useEffect } from 'react'
import { type Recent, rememberSearch } from './recent.ts'

/** Whoever looks at the results so long has meant the words. */
const meantAfterMs = 1500

export function useRecent(section: Recent['section'] | null, text: string): void {
  useEffect(() => {
    if (!section || !text.trim()) return
    const timer = setTimeout(() => rememberSearch({ section, text }), meantAfterMs)
    return () => clearTimeout(timer)
  }, [section, text])
}
