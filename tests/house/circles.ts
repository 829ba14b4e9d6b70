import type { Import } from './imports.ts'

/** The first circle of files that import each other, or undefined. Type-only imports count. */
export function findCircle(imports: Import[]): string[] | undefined {
  const importsByFile = Map.groupBy(
    imports.filter(({ to }) => !to.startsWith('npm:')),
    ({ from }) => from,
  )
  const finished = new Set<string>()
  const follow = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (finished.has(file)) return undefined
    for (const { to } of importsByFile.get(file) ?? []) {
      const circle = follow(to, [...trail, file])
      if (circle) return circle
    }
    finished.add(file)
    return undefined
  }
  for (const file of importsByFile.keys()) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return undefined
}
