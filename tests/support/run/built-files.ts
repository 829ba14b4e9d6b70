import { readFileSync } from 'node:fs'
import path from 'node:path'

type Chunk = { file: string; src?: string; css?: string[]; imports?: string[]; isDynamicEntry?: true }

const dist = path.join(import.meta.dirname, '../../../web/dist')

/** A script or a style sheet of the built mini-app. */
export type BuiltFile = {
  name: string
  /** Sources that are loaded later and need this file; empty if the start of the mini-app needs it. */
  neededBy: string[]
}

/** Returns all scripts and style sheets of the built mini-app, from the build's manifest and from the page. */
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
