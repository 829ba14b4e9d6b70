import type { ReplyOf } from '#web/client/http/api.ts'

export type Category = Pick<ReplyOf<'GET /api/all_categories'>[number], 'id' | 'name' | 'parent_id'>
export type CategoryMatch = { leaf: Category; group: string; at: number }

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
 * a matching group.
 */
export function searchCategories(categories: Category[], search: string): CategoryMatch[] {
  const searchText = normalize(search.trim())
  const groups = new Map(
    categories.filter(({ parent_id }) => parent_id === null).map((group) => [group.id, group.name]),
  )
  const matches = categories.flatMap((leaf): CategoryMatch[] => {
    const group = leaf.parent_id === null ? undefined : groups.get(leaf.parent_id)
    if (group === undefined) return []
    const at = wordStartIndex(leaf.name, searchText)
    return at >= 0 || wordStartIndex(group, searchText) >= 0 ? [{ leaf, group, at }] : []
  })
  return [...matches.filter(({ at }) => at >= 0), ...matches.filter(({ at }) => at < 0)]
}
