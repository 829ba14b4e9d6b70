import { useEffect } from 'react'
import { type Recent, rememberSearch } from './recent-store.ts'

/** A search whose results were viewed this long is remembered. */
const rememberAfterMs = 1500

export function useRememberSearch(section: Recent['section'] | null, text: string): void {
  useEffect(() => {
    if (!section || !text.trim()) return
    const timer = setTimeout(() => rememberSearch({ section, text }), rememberAfterMs)
    return () => clearTimeout(timer)
  }, [section, text])
}
