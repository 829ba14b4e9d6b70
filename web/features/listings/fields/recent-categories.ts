import { readLocal, write } from '#web/features/session/local-store.ts'

const storageKey = 'recent-categories'
const maxCount = 3

/** Recently chosen categories on this device, newest first. */
export const recentCategories = (): string[] => readLocal<string[]>(storageKey) ?? []

export function rememberCategory(id: string): void {
  write(storageKey, [id, ...recentCategories().filter((other) => other !== id)].slice(0, maxCount))
}
