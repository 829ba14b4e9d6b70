import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Say, words } from './words.ts'

/** What a part of the page speaks with; the server's pages have one for each language. */
export const Spoken = createContext(words)

/** The texts in the language of now; whoever uses it is drawn anew when that or the texts change. */
export function useTranslation(): { t: Say; language: Language } {
  const spoken = use(Spoken)
  const now = () => spoken.t
  return { t: useSyncExternalStore(spoken.listen, now, now), language: spoken.language }
}
