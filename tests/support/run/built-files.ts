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
  const closure = (name: string, into = new Set<string>()) => {
    const chunk = manifest[name]
    if (!chunk || into.has(chunk.file)) return into
    into.add(chunk.file)
    for (const sheet of chunk.css ?? []) into.add(sheet)
    for (const other of chunk.imports ?? []) closure(other, into)
    return into
  }
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, name = '']) => name,
  )
  const found = new Map(first.map((name) => [name, [] as string[]]))
  for (const [source, { isDynamicEntry }] of Object.entries(manifest))
    if (isDynamicEntry)
      for (const name of closure(source))
        if (!first.includes(name)) found.set(name, [...(found.get(name) ?? []), source])
  return [...found].map(([name, neededBy]) => ({ name, neededBy }))
}
