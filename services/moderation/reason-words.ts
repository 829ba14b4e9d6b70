import type { Language } from '#contract/languages.ts'
import { isKnownReason } from '#contract/rejection.ts'
import { translate } from '#services/core/i18n.ts'

/** Why something was decided, in the words that its author reads; a moderator's own words stay as they are. */
export function reasonIn(language: Language, reason: string | null): string {
  return isKnownReason(reason ?? '') ? translate(language)(`bot.moderation.reason.${reason}`) : (reason ?? '')
}
