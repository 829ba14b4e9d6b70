import { createInstance } from 'i18next'
import { defaultLanguage, type Language } from '#contract/languages.ts'

type Values = Record<string, unknown>
/**
 * Translates the first key that has a text, with the plural form for `count`. If `values` is a string, that string is
 * the default text.
 */
export type Translate = (keys: string | readonly string[], values?: Values | string) => string

/** Store of the texts in contract/texts/. It translates into one language at a time. */
export type Words = ReturnType<typeof createWords>

export function createWords(translator = createInstance()) {
  void translator.init({
    lng: defaultLanguage,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    resources: {},
    interpolation: { escapeValue: false },
  })
  const listeners = new Set<() => void>()
  /** True if a text was requested before it was loaded. Only then do newly loaded texts require a rerender. */
  let wasTextMissing = false
  const createTranslate = (): Translate => (keys, values) => {
    const allKeys = [keys].flat()
    const isWord = typeof values === 'string'
    const translation = isWord ? translator.t(allKeys, values) : translator.t(allKeys, { ...values })
    if (allKeys.length > 1 || translation === (isWord ? values : allKeys[0])) wasTextMissing = true
    return translation
  }

  function notifyListeners(): void {
    wasTextMissing = false
    words.t = createTranslate()
    for (const listener of listeners) listener()
  }

  const words = {
    language: defaultLanguage,
    /** Translates a key. The function is replaced after each change of texts, so that React rerenders its users. */
    t: createTranslate(),
    add(language: Language, texts: Record<string, string>): void {
      translator.addResourceBundle(language, 'translation', texts, true, true)
      // Texts are loaded before their screen renders, so a rerender is needed only if a text was missing.
      if (wasTextMissing) notifyListeners()
    },
    /** Switches the language synchronously. All texts must be loaded before. */
    setLanguage(language: Language): void {
      words.language = language
      void translator.changeLanguage(language)
      notifyListeners()
    },
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return words
}

/** The texts of the mini-app. */
export const translations = createWords()
