import type { Content } from './columns.ts'

/** An edit of more than this share of the words is read before it is seen. */
const share = 0.3
const amounts = ['price', 'min_stake', 'max_stake'] as const
/** What a listing is about and how it is paid: never changed without being read. */
const decisive: [column: 'title' | 'category_id' | 'currency_id' | 'payment_format', what: BigChange][] = [
  ['title', 'title'],
  ['category_id', 'category'],
  ['currency_id', 'price'],
  ['payment_format', 'price'],
]

/** What an edit changes so much that it is read before it is seen; null of a small one. */
export type BigChange = 'title' | 'category' | 'price' | 'text'

/** `stood` is what the moderators knew last. */
export function bigChange(stood: Content, changes: Content): BigChange | null {
  const found = decisive.find(
    ([name]) => name in changes.listing && changes.listing[name] !== stood.listing[name],
  )
  if (found) return found[1]
  if (amounts.some((name) => name in changes.listing && isJump(stood.listing[name], changes.listing[name])))
    return 'price'
  const isRewritten =
    changedShare(wordsOf({ ...stood.text }), wordsOf({ ...stood.text, ...changes.text })) > share
  return isRewritten ? 'text' : null
}

function isJump(before: unknown, after: unknown): boolean {
  const [low = 0, high = 0] = [Number(before ?? 0), Number(after ?? 0)].sort((one, other) => one - other)
  return high >= 2 * low && high !== low
}

function wordsOf(texts: Record<string, unknown>): string[] {
  return Object.values(texts).flatMap((text) =>
    typeof text === 'string' ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [],
  )
}

/** Words added and removed, of the longer text. */
function changedShare(before: string[], after: string[]): number {
  const left = new Map<string, number>()
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1)
  let kept = 0
  for (const word of after) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    kept++
  }
  const longer = Math.max(before.length, after.length)
  return longer === 0 ? 0 : (longer - kept) / longer
}
