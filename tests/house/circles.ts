import type { Import } from './imports.ts'

/** The first circle of files that import each other, or undefined. Type-only imports count. */
export function findCircle(imports: Import[]): string[] | undefined {
  const next = Map.groupBy(
    imports.filter(({ to }) => !to.startsWith('npm:')),
    ({ from }) => from,
  )
  const cleared = new Set<string>()
  const follow = (file: string, way: string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (cleared.has(file)) return undefined
    for (const { to } of next.get(file) ?? []) {
      const found = follow(to, [...way, file])
      if (found) return found
    }
    cleared.add(file)
    return undefined
  }
  for (const file of next.keys()) {
    const found = follow(file, [])
    if (found) return found
  }
  return undefined
}
