import { categoryWords } from './category-words.ts'
import { words } from './plain.ts'

const patterns = categoryWords.map(([id, source]) => ({ id, pattern: words(source) }))

/** Category whose words occur in the title, otherwise in the text; null if none do. */
export function findCategory(title: string, plain: string): number | null {
  const of = (text: string) => patterns.find(({ pattern }) => pattern.test(text))?.id
  return of(title) ?? of(plain) ?? null
}
