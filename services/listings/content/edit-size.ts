import type { Content } from './columns.ts'

/** Share of changed words in a text. An edit above this share is reviewed before it is public. */
const maxShare = 0.3
const amounts = ['price', 'min_stake', 'max_stake'] as const
/**
 * Columns with the title, the category, the currency and the form of payment. An edit of one of them is always reviewed
 * before it is public.
 */
const decisiveColumns: [
  column: 'title' | 'category_id' | 'currency_id' | 'payment_format',
  what: BigChange,
][] = [
  ['title', 'title'],
  ['category_id', 'category'],
  ['currency_id', 'price'],
  ['payment_format', 'price'],
]

/** Kind of a big change in an edit. A big change is reviewed before it is public. */
export type BigChange = 'title' | 'category' | 'price' | 'text'

/**
 * Returns the kind of big change in an edit, the first if there are several; null for a small edit.
 * @param previous last content that moderators know
 */
export function bigChange(previous: Content, changes: Content): BigChange | null {
  return bigChanges(previous, changes)[0] ?? null
}

/** Returns every kind of big change in an edit, each once; an empty list for a small edit. */
export function bigChanges(previous: Content, changes: Content): BigChange[] {
  const found = decisiveColumns
    .filter(([name]) => name in changes.listing && changes.listing[name] !== previous.listing[name])
    .map(([, what]) => what)
  if (
    amounts.some((name) => name in changes.listing && isJump(previous.listing[name], changes.listing[name]))
  )
    found.push('price')
  const isRewritten =
    changedShare(wordsOf({ ...previous.text }), wordsOf({ ...previous.text, ...changes.text })) > maxShare
  if (isRewritten) found.push('text')
  return [...new Set(found)]
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

/** Share of added and removed words in an edited text, relative to the longer version. */
function changedShare(before: string[], after: string[]): number {
  const remaining = new Map<string, number>()
  for (const word of before) remaining.set(word, (remaining.get(word) ?? 0) + 1)
  let keptCount = 0
  for (const word of after) {
    const count = remaining.get(word) ?? 0
    if (count === 0) continue
    remaining.set(word, count - 1)
    keptCount++
  }
  const longer = Math.max(before.length, after.length)
  return longer === 0 ? 0 : (longer - keptCount) / longer
}
