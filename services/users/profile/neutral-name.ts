import { type Language, languages } from '#contract/languages.ts'
import { translate } from '#services/core/text/i18n.ts'

/** Stands for a name that others may not see. */
export const neutralName = (language: Language): string => translate(language)('bot.person.unnamed')

/** Whether somebody has no name of their own yet. */
export const isNeutral = (name: string): boolean =>
  languages.some((language) => neutralName(language) === name)
