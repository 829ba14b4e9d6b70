import { read, write } from '#web/features/session/local-store.ts'

const name = 'recent-categories'
const maxCount = 3

/** Recently chosen categories on this device, newest first. */
export const recentCategories = (): string[] => read<string[]>(name) ?? []

export function rememberCategory(id: string): void {
  write(name, [id, ...recentCategories().filter((other) => other !== id)].slice(0, maxCount))
}
