import type { ResponseFlag } from '#contract/lifecycle.ts'
import { review } from '#services/moderation/review/rules.ts'
import { isVacuous } from './filler-words.ts'

/** Share of an earlier response, in percent, from which a text counts as copied. */
export const copiedPercent = 60

/**
 * Judges a response's text. A flagged response is collapsed on the author's screen, with the reason; it is never
 * refused.
 * @param shared largest share, in percent, that an earlier response has in common with it
 */
export function judgeText(text: string, shared: number): ResponseFlag | null {
  const noticed = review({ texts: [text], is_known_author: true })
  if (noticed.includes('scam')) return 'scam'
  if (noticed.includes('contacts')) return 'contacts'
  if (isVacuous(text)) return 'empty'
  return shared >= copiedPercent ? 'copy' : null
}
