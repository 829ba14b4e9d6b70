/**
 * Languages of the product. A new language needs a line in each list of this file, its texts in texts/<language>/ and
 * its names in db/reference. The lists are separate, so that the browser loads only the lists that it uses.
 */
export const languages = ['ru', 'en'] as const
export type Language = (typeof languages)[number]
/** Language of the product for people who speak none of its other languages. */
export const defaultLanguage: Language = 'ru'

export const productName: Record<Language, string> = { ru: 'Отклик', en: 'Otklik' }

/** Message of the page when the texts of the product could not be loaded. */
export const startWords: Record<Language, { text: string; retry: string }> = {
  ru: { text: 'Не получилось загрузить приложение', retry: 'Повторить' },
  en: { text: 'The app could not be loaded', retry: 'Retry' },
}

/** Texts that the page needs before any script runs: for an outdated browser, and for a slow start. */
export const guardWords: Record<Language, { old: string; oldApple: string; slow: string; retry: string }> = {
  ru: {
    old: 'Приложение не запустилось. Обновите Telegram или Android System WebView',
    oldApple: 'Приложение не запустилось. Обновите iOS и Telegram',
    slow: 'Долго загружается',
    retry: 'Загрузить заново',
  },
  en: {
    old: 'The app did not start. Update Telegram or Android System WebView',
    oldApple: 'The app did not start. Update iOS and Telegram',
    slow: 'This is taking a while',
    retry: 'Load again',
  },
}

/** Locale of dates; English dates have the day before the month. */
export const dateLocale: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB' }

/** True for languages with the currency sign before the amount: `₽45,000`. */
export const signFirst: Record<Language, boolean> = { ru: false, en: true }
/** Separator between both ends of a range: `45 000 – 60 000 ₽`, `₽45,000–60,000`. */
export const spanDash: Record<Language, string> = { ru: '\u00a0– ', en: '–' }

/**
 * Name of Postgres's text search configuration for each language. The configuration `russian` stems Latin words by the
 * rules of English, so it serves both languages.
 */
export const searchConfiguration: Record<Language, string> = { ru: 'russian', en: 'russian' }

/** A name or another stored text, by language. Some languages may be missing. */
export type Names = Partial<Record<Language, string>>

export function inLanguage(names: Names, language: Language): string | undefined {
  return names[language] ?? names[defaultLanguage]
}

export function knownLanguage(code: unknown): Language | undefined {
  return languages.find((language) => language === code)
}

/** Language of the product for a tag such as `en-GB`, or for the first tag of a list. */
export function languageOf(tag: string | null | undefined): Language {
  return knownLanguage(tag?.split(/\W/)[0]) ?? defaultLanguage
}

export function inEachLanguage<T>(valueFor: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, valueFor(language)])) as Record<
    Language,
    T
  >
}
