import { correctWords } from '#contract/spelling/corrections.ts'
import { rootOf, wordsOf } from '#contract/spelling/letters.ts'
import { createVocabulary } from '#contract/spelling/vocabulary.ts'

export type Category = { id: number; name: string; parent_id: number | null }
/** A category with the part of its name that matches; `at` is -1 if only its group matches. */
export type CategoryMatch = { leaf: Category; group: string; at: number; length: number }

type Word = ReturnType<typeof wordsOf>[number]

/** True if a word of a name is the typed word in any form, or begins with it. */
const isMatch = (word: Word | undefined, { normal }: Word) =>
  word !== undefined && (word.normal.startsWith(normal) || rootOf(word.normal) === rootOf(normal))

/** Returns the part of a name whose words are the typed words one after another, or undefined. */
function findPart(name: string, typed: Word[]): { at: number; length: number } | undefined {
  const words = wordsOf(name)
  const from = words.findIndex((_, start) =>
    typed.every((word, place) => isMatch(words[start + place], word)),
  )
  const [first, last, lastTyped] = [words[from], words[from + typed.length - 1], typed.at(-1)]
  if (!first || !last || !lastTyped) return undefined
  const isWhole = !last.normal.startsWith(lastTyped.normal)
  const length = last.at - first.at + (isWhole ? last.written.length : lastTyped.normal.length)
  return { at: first.at, length }
}

/**
 * Returns the categories that match a search text. Categories whose own name matches come first, then all categories of
 * a matching group. If none matches, mistakes in the text are corrected.
 */
export function searchCategories(categories: Category[], search: string): CategoryMatch[] {
  const matches = findCategories(categories, search)
  if (matches.length > 0) return matches
  const vocabulary = createVocabulary(categories.map(({ name }) => ({ shown: name, isSure: true, count: 0 })))
  for (const corrected of correctWords(search, vocabulary)) {
    const correctedMatches = findCategories(categories, corrected)
    if (correctedMatches.length > 0) return correctedMatches
  }
  return []
}

function findCategories(categories: Category[], search: string): CategoryMatch[] {
  const typed = wordsOf(search)
  const groups = new Map(
    categories.filter(({ parent_id }) => parent_id === null).map((group) => [group.id, group.name]),
  )
  const matches = categories.flatMap((leaf): CategoryMatch[] => {
    const group = leaf.parent_id === null ? undefined : groups.get(leaf.parent_id)
    if (group === undefined) return []
    const part = findPart(leaf.name, typed)
    return part || findPart(group, typed) ? [{ leaf, group, at: -1, length: 0, ...part }] : []
  })
  return [...matches.filter(({ at }) => at >= 0), ...matches.filter(({ at }) => at < 0)]
}
