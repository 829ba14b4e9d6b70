import type { ResponseFlag } from '#contract/lifecycle.ts'
import { review } from '#services/moderation/review/rules.ts'
import { lacksSpecificWords } from './filler-words.ts'

/** Share of an earlier response, in percent, from which a text counts as copied. */
export const copiedPercent = 60

/**
 * Judges the text of a response. A response with a finding is collapsed on the author's screen, with the reason, and
 * never refused.
 * @param shared largest share, in percent, that an earlier response has in common with the text
 */
export function judgeText(text: string, shared: number): ResponseFlag | null {
  const flags = review({ texts: [text], is_known_author: true })
  if (flags.includes('scam')) return 'scam'
  if (flags.includes('contacts')) return 'contacts'
  if (lacksSpecificWords(text)) return 'empty'
  return shared >= copiedPercent ? 'copy' : null
}
