import { createContext, use, useSyncExternalStore } from 'react'
import type { Language } from '#contract/languages.ts'
import { type Translate, translations } from './i18n-runtime.ts'

/**
 * Provides the texts to the components inside it. The texts are not global, because the server renders pages in all
 * languages.
 */
export const WordsContext = createContext(translations)

/** Returns the texts in the current language. The component rerenders when the texts change. */
export function useTranslation(): { t: Translate; language: Language } {
  const words = use(WordsContext)
  const now = () => words.t
  return { t: useSyncExternalStore(words.listen, now, now), language: words.language }
}
