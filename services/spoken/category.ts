import { categoryWords } from './category-words.ts'
import { words } from './plain.ts'

const patterns = categoryWords.map(([id, source]) => ({ id, pattern: words(source) }))

/** The leaf whose words stand in the title, otherwise anywhere; null when none do. */
export function findCategory(title: string, plain: string): number | null {
  const of = (text: string) => patterns.find(({ pattern }) => pattern.test(text))?.id
  return of(title) ?? of(plain) ?? null
}
