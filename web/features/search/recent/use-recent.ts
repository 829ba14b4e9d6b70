import { useEffect } from 'react'
import { type Recent, rememberSearch } from './recent-store.ts'

/** A search whose results were viewed this long is remembered. */
const meantAfterMs = 1500

export function useRecent(section: Recent['section'] | null, text: string): void {
  useEffect(() => {
    if (!section || !text.trim()) return
    const timer = setTimeout(() => rememberSearch({ section, text }), meantAfterMs)
    return () => clearTimeout(timer)
  }, [section, text])
}
