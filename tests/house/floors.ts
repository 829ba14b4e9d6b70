import type { Import } from './imports.ts'

/**
 * Folders in layers, the lowest layer first. A folder may import only from folders before it. The files directly in
 * `web` are the top layer of `web`.
 */
export const folderLayers = {
  services: [
    'core',
    'spoken',
    'checks',
    'reference',
    'files',
    'notifications',
    'users',
    'listings',
    'moderation',
    'chat',
    'sharing',
    'channels',
    'payments',
    'responses',
    'deals',
    'requests',
    'relations',
    'support',
    'lifecycle',
    'privacy',
    'operations',
    'admin',
    'cli',
    'bot',
    'api',
  ],
  web: [
    'build',
    'styles',
    'theme',
    'start',
    'telegram',
    'ui',
    'client',
    'parts',
    'features/session',
    'features/favorites',
    'features/listings',
    'features/files',
    'features/moderation',
    'features/payments',
    'features/relations',
    'features/settings',
    'features/chat',
    'features/deals',
    'features/share',
    'features/info',
    'features/own-listings',
    'features/search',
    'features/responses',
    'features/listing-page',
    'features/listing-form',
    'features/people',
    'features/services',
    'features/home',
    'features/profile',
    'features/admin',
    'features/kit',
    'screens',
    'app',
    'first-html',
    '.',
  ],
} as const
export type House = keyof typeof folderLayers

/** A dependency of one folder on another, with the imports that cause it. */
export interface FolderDependency {
  from: string
  to: string
  imports: Import[]
}

/**
 * Returns the folder that a file belongs to, such as `core` or `features/chat`. Files in nested folders belong to the
 * same folder.
 */
function roomOf(house: House, file: string): string {
  const [, first = '', second] = file.split('/')
  if (second === undefined) return '.'
  return house === 'web' && first === 'features' ? `${first}/${second}` : first
}

function isInHouse(house: House, file: string): boolean {
  return file.startsWith(`${house}/`)
}

/** Returns the dependencies between folders, in the order of the layers. */
export function arrowsOf(house: House, imports: Import[]): FolderDependency[] {
  const arrows = new Map<string, FolderDependency>()
  for (const imported of imports) {
    if (!isInHouse(house, imported.from) || !isInHouse(house, imported.to)) continue
    const [from, to] = [roomOf(house, imported.from), roomOf(house, imported.to)]
    if (from === to) continue
    const arrow = arrows.get(`${from} ${to}`) ?? { from, to, imports: [] }
    arrow.imports.push(imported)
    arrows.set(`${from} ${to}`, arrow)
  }
  return [...arrows.values()].toSorted(
    (a, b) => floorOf(house, a.from) - floorOf(house, b.from) || floorOf(house, a.to) - floorOf(house, b.to),
  )
}

/** Returns dependencies that do not lead to a lower layer, and dependencies of folders that belong to no layer. */
export function findForbiddenDependencies(house: House, arrows: FolderDependency[]): FolderDependency[] {
  return arrows.filter(({ from, to }) => floorOf(house, to) < 0 || floorOf(house, from) <= floorOf(house, to))
}

function floorOf(house: House, room: string): number {
  return (folderLayers[house] as readonly string[]).indexOf(room)
}
