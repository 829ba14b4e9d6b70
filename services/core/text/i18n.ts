import { createInstance, type TFunction } from 'i18next'
import type { ErrorCode } from '#contract/errors.ts'
import { defaultLanguage, inEachLanguage, type Language } from '#contract/languages.ts'
import { readTexts } from './texts.ts'

const instance = createInstance()
await instance.init({
  lng: defaultLanguage,
  fallbackLng: defaultLanguage,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: inEachLanguage((language) => ({
    translation: {
      ...readTexts(language, 'errors'),
      ...readTexts(language, 'bot'),
      ...readTexts(language, 'admin'),
    },
  })),
})

/** Returns a function that translates the server's texts (errors, bot, messages) into one language. */
export function translatorFor(language: Language): TFunction {
  return instance.getFixedT(language)
}

export function errorText(language: Language, code: ErrorCode): string {
  return translatorFor(language)(`errors.${code}`)
}
