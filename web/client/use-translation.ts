import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Translate, words } from './i18n-runtime.ts'

/** Texts for the components below. The server renders pages in all languages, so they are not global. */
export const WordsContext = createContext(words)

/** The texts in the current language; rerenders when they change. */
export function useTranslation(): { t: Translate; language: Language } {
  const spoken = use(WordsContext)
  const now = () => spoken.t
  return { t: useSyncExternalStore(spoken.listen, now, now), language: spoken.language }
}
