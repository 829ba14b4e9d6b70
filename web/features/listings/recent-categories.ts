import { read, write } from '#web/features/session/local-store.ts'

const name = 'recent-categories'
const kept = 3

/** Categories that were chosen on this device, the last one first. */
export const recentCategories = (): string[] => read<string[]>(name) ?? []

export function rememberCategory(id: string): void {
  write(name, [id, ...recentCategories().filter((other) => other !== id)].slice(0, kept))
}
