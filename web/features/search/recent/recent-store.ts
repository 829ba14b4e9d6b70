import { read, write } from '#web/features/session/local-store.ts'

/** Sections with a text search, by URL segment. */
export const recentSections = { orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' } as const
export type Recent = { text: string; section: keyof typeof recentSections }

const name = 'recent-searches'
const maxCount = 5

/** Recent search texts, newest first. */
export const recentSearches = (): Recent[] => read<Recent[]>(name) ?? []

export function rememberSearch({ text, section }: Recent): void {
  const words = text.trim().replace(/\s+/g, ' ')
  if (words.length < 2) return
  const others = recentSearches().filter((one) => one.text !== words || one.section !== section)
  write(name, [{ text: words, section }, ...others].slice(0, maxCount))
}

export const forgetSearches = (): void => write(name, null)
