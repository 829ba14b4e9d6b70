import { createInstance, type TFunction } from 'i18next'
import type { ErrorCode } from '#contract/errors.ts'
import type { Language } from '#contract/options.ts'
import admin_en from '#contract/texts/en/admin.json' with { type: 'json' }
import bot_en from '#contract/texts/en/bot.json' with { type: 'json' }
import errors_en from '#contract/texts/en/errors.json' with { type: 'json' }
import admin_ru from '#contract/texts/ru/admin.json' with { type: 'json' }
import bot_ru from '#contract/texts/ru/bot.json' with { type: 'json' }
import errors_ru from '#contract/texts/ru/errors.json' with { type: 'json' }

const instance = createInstance()
await instance.init({
  lng: 'ru',
  fallbackLng: 'ru',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  resources: {
    ru: { translation: { ...errors_ru, ...bot_ru, ...admin_ru } },
    en: { translation: { ...errors_en, ...bot_en, ...admin_en } },
  },
})

/** The texts of the server in one language: errors, the bot, messages. */
export function translate(language: Language): TFunction {
  return instance.getFixedT(language)
}

export function errorText(language: Language, code: ErrorCode): string {
  return translate(language)(`errors.${code}`)
}
