import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Translate, words } from './i18n-runtime.ts'

/** Provides texts to the components inside. They are not global, because the server renders pages in all languages. */
export const WordsContext = createContext(words)

/** The texts in the current language; rerenders when they change. */
export function useTranslation(): { t: Translate; language: Language } {
  const words = use(WordsContext)
  const now = () => words.t
  return { t: useSyncExternalStore(words.listen, now, now), language: words.language }
}
