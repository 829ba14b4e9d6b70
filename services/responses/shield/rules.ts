import type { ResponseFlag } from '#contract/lifecycle.ts'
import { review } from '#services/moderation/review/rules.ts'
import { isVacuous } from './filler-words.ts'

/** From this share on, what another response said before counts as copied. */
export const copiedPercent = 60

/**
 * What is held against the text of a response, given the most that an earlier one has in common with it. Such a
 * response is folded on the author's screen, with the reason; it is never refused.
 */
export function judgeText(text: string, shared: number): ResponseFlag | null {
  const noticed = review({ texts: [text], is_known_author: true })
  if (noticed.includes('scam')) return 'scam'
  if (noticed.includes('contacts')) return 'contacts'
  if (isVacuous(text)) return 'empty'
  return shared >= copiedPercent ? 'copy' : null
}
