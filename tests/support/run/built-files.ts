import { readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[]; isDynamicEntry?: true }

const dist = path.join(import.meta.dirname, '../../../web/dist')

/** A script or style sheet of the built application. */
export type BuiltFile = {
  name: string
  /** Lazily loaded sources that need the file; empty if the start needs it. */
  neededBy: string[]
}

/** Scripts and style sheets of the build, from the manifest and from the page. */
export function builtFiles(): BuiltFile[] {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
  )
  const collectClosure = (name: string, collected = new Set<string>()) => {
    const chunk = manifest[name]
    if (!chunk || collected.has(chunk.file)) return collected
    collected.add(chunk.file)
    for (const stylesheet of chunk.css ?? []) collected.add(stylesheet)
    for (const imported of chunk.imports ?? []) collectClosure(imported, collected)
    return collected
  }
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  )
  const filesOf = new Map(first.map((name) => [name, [] as string[]]))
  for (const [source, { isDynamicEntry }] of Object.entries(manifest))
    if (isDynamicEntry)
      for (const name of collectClosure(source))
        if (!first.includes(name)) filesOf.set(name, [...(filesOf.get(name) ?? []), source])
  return [...filesOf].map(([name, neededBy]) => ({ name, neededBy }))
}
