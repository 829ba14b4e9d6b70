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
  const sayer = (): Say => (keys, given) =>
    typeof given === 'string' ? spoken.t([keys].flat(), given) : spoken.t([keys].flat(), { ...given })

  function tell(): void {
    words.t = sayer()
    for (const listener of listeners) listener()
  }

  const words = {
    language: defaultLanguage,
    /** Another one after each change, so that whoever keeps it is drawn anew. */
    t: sayer(),
    add(language: Language, more: Record<string, string>): void {
      spoken.addResourceBundle(language, 'translation', more, true, true)
      tell()
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
