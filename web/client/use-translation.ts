import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Say, words } from './i18n-runtime.ts'

/** Texts for the components below. The server renders pages in all languages, so they are not global. */
export const Spoken = createContext(words)

/** The texts in the current language; rerenders when they change. */
export function useTranslation(): { t: Say; language: Language } {
  const spoken = use(Spoken)
  const now = () => spoken.t
  return { t: useSyncExternalStore(spoken.listen, now, now), language: spoken.language }
}
