import type { Import } from './imports.ts'

/** A folder with what stands at its first level: files and the folders in it, which are its chapters. */
export interface Room {
  folder: string
  entries: string[]
}

/** Style sheets, tests and data go with the file that bears their name and are not counted. */
const isUncounted = /\.(css|json|js|txt|csv|html|d\.ts)$|\.test\.tsx?$/

/** Folders with the names of their entries, from the paths of all files; `folders` are the roots that are read. */
export function roomsOf(files: string[], folders: string[]): Room[] {
  const entries = new Map<string, Set<string>>()
  for (const file of files) {
    if (isUncounted.test(file) && !file.startsWith('tests/')) continue
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      if (!folders.some((root) => folder === root || folder.startsWith(`${root}/`))) continue
      const names = entries.get(folder) ?? new Set<string>()
      names.add(parts[depth] ?? '')
      entries.set(folder, names)
    }
  }
  return [...entries].map(([folder, names]) => ({ folder, entries: [...names].sort() }))
}

/** Chapters of a room that import each other in a circle, also behind a third; none is undefined. */
export function findChapterCircle(folder: string, imports: Import[]): string[] | undefined {
  const next = new Map<string, Set<string>>()
  const entryOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split('/')[0] : undefined
  for (const { from, to } of imports) {
    const [one, other] = [entryOf(from), entryOf(to)]
    if (!one || !other || one === other) continue
    next.set(one, (next.get(one) ?? new Set()).add(other))
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
