import { rootOf, wordsOf } from '#contract/spelling/letters.ts'

type Word = ReturnType<typeof wordsOf>[number]

/**
 * Returns the positions of the search words in a text, each as [begin, end]. Words are compared as the search compares
 * them. A word in another form is marked whole, and the beginning of a longer word as far as it was typed.
 */
export function findMatches(text: string, search: string): [number, number][] {
  // Words after a minus are excluded from the results.
  const searched = wordsOf(search.replace(/(^|\s)-\S+/g, ' ')).filter(({ normal }) => normal.length > 1)
  return wordsOf(text).flatMap((word): [number, number][] => {
    const longest = Math.max(0, ...searched.map((one) => matchLength(word, one)))
    return longest > 0 ? [[word.at, word.at + longest]] : []
  })
}

/** Number of matching characters at the beginning of a word as it is written. */
function matchLength({ written, normal }: Word, searched: Word): number {
  if (rootOf(normal) === rootOf(searched.normal)) return written.length
  if (!normal.startsWith(searched.normal)) return 0
  // A letter such as «й» may be written as two characters.
  const letters = written.match(/.\p{M}*/gsu) ?? []
  return letters.slice(0, searched.normal.length).join('').length
}
