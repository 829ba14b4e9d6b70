import { createInstance } from 'i18next'
import { defaultLanguage, type Language } from '#contract/languages.ts'

type Values = Record<string, unknown>
/** Says a text: of several keys the first that has one, of counted ones the form of `count`. Words in place of values are said when none has. */
export type Say = (keys: string | readonly string[], values?: Values | string) => string

/** The texts of contract/texts/ in one language at a time. */
export type Words = ReturnType<typeof createWords>

export function createWords(spoken = createInstance()) {
  void spoken.init({
    lng: defaultLanguage,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    resources: {},
    interpolation: { escapeValue: false },
  })
  const listeners = new Set<() => void>()
  /** Whether something was said without its text or with one in place of it, so that texts that come may change it. */
  let isWanting = false
  const sayer = (): Say => (keys, given) => {
    const all = [keys].flat()
    const isWord = typeof given === 'string'
    const said = isWord ? spoken.t(all, given) : spoken.t(all, { ...given })
    if (all.length > 1 || said === (isWord ? given : all[0])) isWanting = true
    return said
  }

  function tell(): void {
    isWanting = false
    words.t = sayer()
    for (const listener of listeners) listener()
  }

  const words = {
    language: defaultLanguage,
    /** Another one after each change, so that whoever keeps it is drawn anew. */
    t: sayer(),
    add(language: Language, more: Record<string, string>): void {
      spoken.addResourceBundle(language, 'translation', more, true, true)
      // A screen has its texts before it is drawn: those of the next one would only draw it anew.
      if (isWanting) tell()
    },
    /** At once: all texts are here, nothing has to be loaded. */
    speak(language: Language): void {
      words.language = language
      void spoken.changeLanguage(language)
      tell()
    },
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return words
}

/** What the mini-app speaks with. */
export const words = createWords()
