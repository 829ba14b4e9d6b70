import { correctWords } from '#contract/spelling/corrections.ts'
import { createVocabulary } from '#contract/spelling/vocabulary.ts'

export type Category = { id: number; name: string; parent_id: number | null }
/** A category with the part of its name that matches; `at` is -1 if only its group matches. */
export type CategoryMatch = { leaf: Category; group: string; at: number; length: number }

const normalize = (searchText: string) => searchText.toLowerCase().replaceAll('ё', 'е')

/** Returns the index at which a word of the name starts with the search text, or -1 if no word does. */
function wordStartIndex(name: string, searchText: string): number {
  const text = normalize(name)
  for (let at = text.indexOf(searchText); at >= 0; at = text.indexOf(searchText, at + 1))
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return at
  return -1
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
  const searchText = normalize(search.trim())
  const groups = new Map(
    categories.filter(({ parent_id }) => parent_id === null).map((group) => [group.id, group.name]),
  )
  const matches = categories.flatMap((leaf): CategoryMatch[] => {
    const group = leaf.parent_id === null ? undefined : groups.get(leaf.parent_id)
    if (group === undefined) return []
    const at = wordStartIndex(leaf.name, searchText)
    return at >= 0 || wordStartIndex(group, searchText) >= 0
      ? [{ leaf, group, at, length: searchText.length }]
      : []
  })
  return [...matches.filter(({ at }) => at >= 0), ...matches.filter(({ at }) => at < 0)]
}
