import { createInstance, type i18n } from 'i18next'
import type { Language } from '#contract/options.ts'
import enApp from '#contract/texts/en/app.json' with { type: 'json' }
import enRest from '#contract/texts/en/rest.json' with { type: 'json' }
import enVacancies from '#contract/texts/en/vacancies.json' with { type: 'json' }
import ruApp from '#contract/texts/ru/app.json' with { type: 'json' }
import ruRest from '#contract/texts/ru/rest.json' with { type: 'json' }
import ruVacancies from '#contract/texts/ru/vacancies.json' with { type: 'json' }

function inLanguage(language: Language, texts: Record<string, string>): i18n {
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

/** Both languages at once: the server speaks to everybody. */
export const words: Record<Language, i18n> = {
  ru: inLanguage('ru', { ...ruApp, ...ruRest, ...ruVacancies }),
  en: inLanguage('en', { ...enApp, ...enRest, ...enVacancies }),
}
