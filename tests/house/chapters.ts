import type { Import } from './imports.ts'

/** Largest number of files and subfolders in a folder. */
export const maxEntries = 12

/** Folders with more entries than the limit. This is permitted because all entries of such a folder are of one kind. */
export const longFolders = [
  'services',
  'web',
  'web/app',
  'web/features',
  'web/screens',
  'web/ui',
  'tests/api',
]

/** A folder with the names of the files and subfolders in it. */
export interface Room {
  folder: string
  entries: string[]
}

/**
 * Style sheets, unit tests and data files do not count as entries of a folder, because they belong to a source of the
 * same name.
 */
const isCounted = (file: string) =>
  /\.tsx?$/.test(file) &&
  !/\.d\.ts$|\.config\.ts$/.test(file) &&
  (file.startsWith('tests/') || !/\.test\.tsx?$/.test(file))

/** Returns all folders below `roots` with their entries. */
export function roomsOf(files: string[], roots: string[]): Room[] {
  const rooms = new Map<string, Set<string>>()
  for (const file of files.filter(isCounted)) {
    const pathParts = file.split('/')
    for (let depth = 1; depth < pathParts.length; depth++) {
      const folder = pathParts.slice(0, depth).join('/')
      if (!roots.some((root) => folder === root || folder.startsWith(`${root}/`))) continue
      const entries = rooms.get(folder) ?? new Set<string>()
      entries.add(pathParts[depth] ?? '')
      rooms.set(folder, entries)
    }
  }
  return [...rooms].map(([folder, entries]) => ({ folder, entries: [...entries].sort() }))
}

/** Returns the folders with more entries than allowed, with their number of entries. */
export const findCrowdedRooms = (rooms: Room[]) =>
  rooms
    .filter(({ folder, entries }) => entries.length > maxEntries && !longFolders.includes(folder))
    .map(({ folder, entries }) => `${folder}: ${entries.length}`)

/**
 * Returns entries of one folder that import each other in a circle, directly or through other files; undefined if there
 * are none.
 */
export function findChapterCircle(folder: string, imports: Import[]): string[] | undefined {
  const entryOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  const targetsByEntry = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [entryOf(from), entryOf(to)]
    if (one && other && one !== other)
      targetsByEntry.set(one, (targetsByEntry.get(one) ?? new Set()).add(other))
  }
  const finishedEntries = new Set<string>()
  const findCircleFrom = (entry: string, path: string[]): string[] | undefined => {
    if (path.includes(entry)) return [...path.slice(path.indexOf(entry)), entry]
    if (finishedEntries.has(entry)) return undefined
    for (const to of targetsByEntry.get(entry) ?? []) {
      const circle = findCircleFrom(to, [...path, entry])
      if (circle) return circle
    }
    finishedEntries.add(entry)
    return undefined
  }
  for (const entry of targetsByEntry.keys()) {
    const circle = findCircleFrom(entry, [])
    if (circle) return circle
  }
  return undefined
}

/** Nouns that end in -ing and are allowed as file names. */
const nounsInIng = [
  'listing',
  'loading',
  'polling',
  'pricing',
  'caching',
  'ranking',
  'sharing',
  'spelling',
  'timing',
  'tracing',
  'typing',
  'warning',
]

/** True if a file is named after an activity, such as `arriving.ts`, instead of its content. */
export function isActivity(file: string): boolean {
  const [name = ''] = (file.split('/').at(-1) ?? '').split('.')
  const last = name.split('-').at(-1) ?? ''
  return last.endsWith('ing') && !nounsInIng.includes(last)
}
