import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Translate, words } from './i18n-runtime.ts'

/** Texts for the components below. The server renders pages in all languages, so they are not global. */
export const WordsContext = createContext(words)

/** The texts in the current language; rerenders when they change. */
export function useTranslation(): { t: Translate; language: Language } {
  const words = use(WordsContext)
  const now = () => words.t
  return { t: useSyncExternalStore(words.listen, now, now), language: words.language }
}
