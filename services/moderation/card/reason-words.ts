import type { Language } from '#contract/languages.ts'
import { isKnownReason } from '#contract/rejection.ts'
import { translate } from '#services/core/text/i18n.ts'

/** A reason as its author reads it. Free text of a moderator stays unchanged. */
export function reasonText(language: Language, reason: string | null): string {
  return isKnownReason(reason ?? '') ? translate(language)(`bot.moderation.reason.${reason}`) : (reason ?? '')
}
