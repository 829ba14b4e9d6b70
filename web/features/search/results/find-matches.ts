import { stemOf, wordsOf } from '#contract/spelling/letters.ts'

/**
 * Returns the positions of the search words in a text, each as [begin, end]. Words are compared as the search compares
 * them. A word in another form is marked whole, and the beginning of a longer word as far as it was typed.
 */
export function findMatches(text: string, search: string): [number, number][] {
  const searched = wordsOf(search).filter(({ normal }) => normal.length > 1)
  return wordsOf(text).flatMap(({ written, at, normal }): [number, number][] => {
    const lengths = searched.map((word) => matchLength(normal, word.normal, written.length))
    const longest = Math.max(0, ...lengths)
    return longest > 0 ? [[at, at + longest]] : []
  })
}

/** Number of matching characters at the beginning of a word that is `length` characters long as it is written. */
function matchLength(word: string, searched: string, length: number): number {
  if (stemOf(word) === stemOf(searched)) return length
  return word.startsWith(searched) ? Math.min(searched.length, length) : 0
}
