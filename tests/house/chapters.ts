import type { Import } from './imports.ts'

/** Longest list of files and folders that a room or a chapter has at its first level. */
export const mostEntries = 12

/**
 * Shelves: tables whose every name is the thing itself, so they may be long. The houses themselves (`services`,
 * `web/features` and the like) are tables of rooms.
 */
export const shelves = ['services', 'web', 'web/app', 'web/features', 'web/screens', 'web/ui', 'tests/api']

/** A folder with its entries: names of the files at its first level and of the folders in it, its chapters. */
export interface Room {
  folder: string
  entries: string[]
}

/** Style sheets, tests and data go with the file that bears their name. */
const isCounted = (file: string) =>
  /\.tsx?$/.test(file) &&
  !/\.d\.ts$|\.config\.ts$/.test(file) &&
  (file.startsWith('tests/') || !/\.test\.tsx?$/.test(file))

/** The rooms and chapters below `roots`, from the paths of all files. */
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

/** Rooms that are no shelf and have more entries than a reader takes in at once. */
export const crowded = (rooms: Room[]) =>
  rooms
    .filter(({ folder, entries }) => entries.length > mostEntries && !shelves.includes(folder))
    .map(({ folder, entries }) => `${folder}: ${entries.length}`)

/** Entries of one room that import each other in a circle, also behind a third; undefined when there is none. */
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

/** Words of the field that end like a verb's -ing form. */
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

/** Whether a file is named after an activity, such as `arriving.ts`, and not after its content. */
export function isActivity(file: string): boolean {
  const [name = ''] = (file.split('/').at(-1) ?? '').split('.')
  const last = name.split('-').at(-1) ?? ''
  return last.endsWith('ing') && !nounsInIng.includes(last)
}
