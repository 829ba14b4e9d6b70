import { useEffect } from 'react'
import { type Recent, rememberSearch } from './recent-store.ts'

/** Time in ms that the user has to view the results before a search is stored as recent. */
const rememberAfterMs = 1500

export function useRememberSearch(section: Recent['section'] | null, text: string): void {
  useEffect(() => {
    if (!section || !text.trim()) return
    const timer = setTimeout(() => rememberSearch({ section, text }), rememberAfterMs)
    return () => clearTimeout(timer)
  }, [section, text])
}
