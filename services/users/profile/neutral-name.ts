import { type Language, languages } from '#contract/languages.ts'
import { translatorFor } from '#services/core/text/i18n.ts'

/** Neutral name that replaces a name which others may not see. */
export const neutralName = (language: Language): string => translatorFor(language)('bot.person.unnamed')

/** True if a name is the neutral name of some language. */
export const isNeutral = (name: string): boolean =>
  languages.some((language) => neutralName(language) === name)
