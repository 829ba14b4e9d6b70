import { createInstance, type i18n } from 'i18next'
import { inEachLanguage, type Language } from '#contract/languages.ts'

const files = import.meta.glob<Record<string, string>>('../../contract/texts/*/{app,rest,vacancies}.json', {
  eager: true,
  import: 'default',
})

function wordsOf(language: Language): i18n {
  const own = Object.entries(files).filter(([path]) => path.split('/').at(-2) === language)
  const texts = Object.assign({}, ...own.map(([, text]) => text))
  const words = createInstance()
  void words.init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    resources: { [language]: { translation: texts } },
    interpolation: { escapeValue: false },
  })
  return words
}

/** All languages at once: requests in all of them come to the same server. */
export const words = inEachLanguage(wordsOf)
