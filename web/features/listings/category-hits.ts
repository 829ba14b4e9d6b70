import type { ReplyOf } from '#web/client/api.ts'

export type Category = Pick<ReplyOf<'GET /api/all_categories'>[number], 'id' | 'name' | 'parent_id'>
export type Hit = { leaf: Category; group: string; at: number }

const plain = (words: string) => words.toLowerCase().replaceAll('ё', 'е')

/** Where the words begin a word of the name; -1 when they do not. */
function beginning(name: string, words: string): number {
  const text = plain(name)
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return at
  return -1
}

/** Leaves with a word that begins so; those of a group with such a name follow, without a mark in their own. */
export function hitsOf(list: Category[], search: string): Hit[] {
  const words = plain(search.trim())
  const groups = new Map(
    list.filter(({ parent_id }) => parent_id === null).map((group) => [group.id, group.name]),
  )
  const hits = list.flatMap((leaf): Hit[] => {
    const group = leaf.parent_id === null ? undefined : groups.get(leaf.parent_id)
    if (group === undefined) return []
    const at = beginning(leaf.name, words)
    return at >= 0 || beginning(group, words) >= 0 ? [{ leaf, group, at }] : []
  })
  return [...hits.filter(({ at }) => at >= 0), ...hits.filter(({ at }) => at < 0)]
}
