import { type Finding, findings } from '#contract/options.ts'
import { findSuspicious, type Mark } from '#services/checks/look.ts'
import { hasInvisible } from '#services/checks/skeleton.ts'

export type ReviewedText = {
  /** Title, texts, tags and place of a listing. The automatic checks read each text separately. */
  texts: string[]
  /** True if the author has published a listing before. */
  is_known_author: boolean
  /** True if another listing has nearly the same text. */
  is_duplicate?: boolean
  /** True if the author has viewed as many contacts of other people today as the daily limit allows. */
  is_gatherer?: boolean
}

/** Returns the findings of the automatic checks without repetitions, in the order of `findings`. */
export function review({ texts, is_known_author, is_duplicate, is_gatherer }: ReviewedText): Finding[] {
  const suspicions = new Set<Finding>(texts.flatMap((text) => findSuspicious(text).map(({ kind }) => kind)))
  if (texts.some(hasInvisible)) suspicions.add('invisible')
  if (is_duplicate) suspicions.add('duplicate')
  if (is_gatherer) suspicions.add('gatherer')
  if (!is_known_author) suspicions.add('new_author')
  return findings.filter((finding) => suspicions.has(finding))
}

/**
 * Finds the parts of a text that contain contacts, links or scam. They are sorted `[from, to)` offsets without
 * overlaps.
 */
export function suspiciousPlaces(text: string): Mark[] {
  const sorted = findSuspicious(text)
    .map(({ mark }) => mark)
    .sort(([one, first], [other, second]) => one - other || second - first)
  let end = 0
  return sorted.filter(([from, to]) => {
    const isFree = from >= end
    if (isFree) end = to
    return isFree
  })
}

/** Maximum number of suspicious words that a review card shows for each finding. */
const placesNamed = 3

/** Returns the first suspicious words for each finding. */
export function suspiciousWords(texts: string[]): Partial<Record<Finding, string[]>> {
  const quotes: Partial<Record<Finding, string[]>> = {}
  for (const text of texts)
    for (const { kind, mark } of findSuspicious(text).sort((one, other) => one.mark[0] - other.mark[0])) {
      const words = text.slice(...mark).trim()
      const quotesOfKind = quotes[kind] ?? []
      if (
        quotesOfKind.length < placesNamed &&
        !quotesOfKind.some((quote) => quote.includes(words) || words.includes(quote))
      )
        quotes[kind] = [...quotesOfKind, words]
    }
  return quotes
}
