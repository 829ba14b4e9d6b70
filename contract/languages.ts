/**
 * The languages the product speaks: a further one is a line in each list of this file, its texts in
 * texts/<language>/ and its names in db/reference. Each list stands alone, so that the browser receives only those
 * that it uses.
 */
export const languages = ['ru', 'en'] as const
export type Language = (typeof languages)[number]
/** What everybody reads who speaks none of the languages. */
export const defaultLanguage: Language = 'ru'

export const productName: Record<Language, string> = { ru: 'Отклик', en: 'Otklik' }

/** What is said before any file of texts could be loaded. */
export const startWords: Record<Language, { text: string; retry: string }> = {
  ru: { text: 'Не получилось загрузить приложение', retry: 'Повторить' },
  en: { text: 'The app could not be loaded', retry: 'Retry' },
}

/** Words of the page itself, before any script: for an engine that is too old, and for one that waits. */
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

/** How each language writes dates: English ones have the day before the month. */
export const dateLocale: Record<Language, string> = { ru: 'ru-RU', en: 'en-GB' }

/** Languages that write the sign of a currency before the amount: `₽45,000`. */
export const signFirst: Record<Language, boolean> = { ru: false, en: true }
/** What stands between the ends of a span: `45 000 – 60 000 ₽`, `₽45,000–60,000`. */
export const spanDash: Record<Language, string> = { ru: '\u00a0– ', en: '–' }

/**
 * The configuration by which Postgres reads words of the language. That of Russian stems Latin words as English, so
 * one serves both.
 */
export const searchConfiguration: Record<Language, string> = { ru: 'russian', en: 'russian' }

/** A name, or any other words kept with the data, in every language they have been given in. */
export type Names = Partial<Record<Language, string>>

export function inLanguage(names: Names, language: Language): string | undefined {
  return names[language] ?? names[defaultLanguage]
}

export function knownLanguage(code: unknown): Language | undefined {
  return languages.find((language) => language === code)
}

/** The language of a tag such as `en-GB`, or of a list of them, whose first one counts. */
export function languageOf(tag: string | null | undefined): Language {
  return knownLanguage(tag?.split(/\W/)[0]) ?? defaultLanguage
}

export function inEachLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>
}
