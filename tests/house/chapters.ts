import type { Import } from './imports.ts'

/** Most files and folders at the first level of a room or chapter. */
export const mostEntries = 12

/**
 * Shelves: folders whose entries are all of one kind, so they may be longer. The houses themselves (`services`,
 * `web/features` and the like) contain only rooms.
 */
export const shelves = ['services', 'web', 'web/app', 'web/features', 'web/screens', 'web/ui', 'tests/api']

/** A folder with the names of its files and of its folders, the chapters. */
export interface Room {
  folder: string
  entries: string[]
}

/** Style sheets, unit tests and data do not count, because they belong to the file of the same name. */
const isCounted = (file: string) =>
  /\.tsx?$/.test(file) &&
  !/\.d\.ts$|\.config\.ts$/.test(file) &&
  (file.startsWith('tests/') || !/\.test\.tsx?$/.test(file))

/** Rooms and chapters below `roots`, found from the paths of all files. */
export function roomsOf(files: string[], roots: string[]): Room[] {
  const rooms = new Map<string, Set<string>>()
  for (const file of files.filter(isCounted)) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      if (!roots.some((root) => folder === root || folder.startsWith(`${root}/`))) continue
      const entries = rooms.get(folder) ?? new Set<string>()
      entries.add(parts[depth] ?? '')
      rooms.set(folder, entries)
    }
  }
  return [...rooms].map(([folder, entries]) => ({ folder, entries: [...entries].sort() }))
}

/** Rooms other than shelves with more entries than allowed. */
export const crowded = (rooms: Room[]) =>
  rooms
    .filter(({ folder, entries }) => entries.length > mostEntries && !shelves.includes(folder))
    .map(({ folder, entries }) => `${folder}: ${entries.length}`)

/** A circle of entries of one room that import each other, directly or through others; undefined if there is none. */
export function findChapterCircle(folder: string, imports: Import[]): string[] | undefined {
  const entryOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [entryOf(from), entryOf(to)]
    if (one && other && one !== other) next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  const cleared = new Set<string>()
  const follow = (entry: string, way: string[]): string[] | undefined => {
    if (way.includes(entry)) return [...way.slice(way.indexOf(entry)), entry]
    if (cleared.has(entry)) return undefined
    for (const to of next.get(entry) ?? []) {
      const found = follow(to, [...way, entry])
      if (found) return found
    }
    cleared.add(entry)
    return undefined
  }
  for (const entry of next.keys()) {
    const found = follow(entry, [])
    if (found) return found
  }
  return undefined
}

/** Nouns of the field that end in -ing. */
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
