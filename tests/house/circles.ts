import type { Import } from './imports.ts'

/** Returns the first circle of files that import each other, or undefined. Imports of types count as well. */
export function findCircle(imports: Import[]): string[] | undefined {
  const importsByFile = Map.groupBy(
    imports.filter(({ to }) => !to.startsWith('npm:')),
    ({ from }) => from,
  )
  const finishedFiles = new Set<string>()
  const findCircleFrom = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finishedFiles.has(file)) return undefined
    for (const { to } of importsByFile.get(file) ?? []) {
      const circle = findCircleFrom(to, [...path, file])
      if (circle) return circle
    }
    finishedFiles.add(file)
    return undefined
  }
  for (const file of importsByFile.keys()) {
    const circle = findCircleFrom(file, [])
    if (circle) return circle
  }
  return undefined
}
