import type { ReplyOf } from '#web/client/http/api.ts'

export type Category = Pick<ReplyOf<'GET /api/all_categories'>[number], 'id' | 'name' | 'parent_id'>
export type CategoryMatch = { leaf: Category; group: string; at: number }

const normalize = (words: string) => words.toLowerCase().replaceAll('ё', 'е')

/** Index at which a word of the name starts with the search text; -1 if none does. */
function wordStartIndex(name: string, words: string): number {
  const text = normalize(name)
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return at
  return -1
}

/** Matching categories. Matches in their own name come first, then all categories of a matching group. */
export function searchCategories(list: Category[], search: string): CategoryMatch[] {
  const words = normalize(search.trim())
  const groups = new Map(
    list.filter(({ parent_id }) => parent_id === null).map((group) => [group.id, group.name]),
  )
  const hits = list.flatMap((leaf): CategoryMatch[] => {
    const group = leaf.parent_id === null ? undefined : groups.get(leaf.parent_id)
    if (group === undefined) return []
    const at = wordStartIndex(leaf.name, words)
    return at >= 0 || wordStartIndex(group, words) >= 0 ? [{ leaf, group, at }] : []
  })
  return [...hits.filter(({ at }) => at >= 0), ...hits.filter(({ at }) => at < 0)]
}
