import { type Language, languages } from '#contract/languages.ts'
import { translatorFor } from '#services/core/text/i18n.ts'

/** Replaces a name that others may not see. */
export const neutralName = (language: Language): string => translatorFor(language)('bot.person.unnamed')

/** True for a neutral name. */
export const isNeutral = (name: string): boolean =>
  languages.some((language) => neutralName(language) === name)
