import { readLocal, write } from '#web/features/session/local-store.ts'

/** Sections of the search that have a text search, by the section's name in the URL. */
export const recentSections = { orders: 'orders', vacancies: 'vacancies', freelancer: 'freelancers' } as const
export type Recent = { text: string; section: keyof typeof recentSections }

const storageKey = 'recent-searches'
const maxCount = 5

/** Returns the recent search texts, newest first. */
export const recentSearches = (): Recent[] => readLocal<Recent[]>(storageKey) ?? []

export function rememberSearch({ text, section }: Recent): void {
  const trimmedText = text.trim().replace(/\s+/g, ' ')
  if (trimmedText.length < 2) return
  const others = recentSearches().filter((one) => one.text !== trimmedText || one.section !== section)
  write(storageKey, [{ text: trimmedText, section }, ...others].slice(0, maxCount))
}

export const forgetSearches = (): void => write(storageKey, null)
