import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Vite's manifest of the build: output files by source file. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

export type Links = (sources: string[]) => string

/**
 * Makes preload links to the lazily loaded styles and scripts of a screen. The HTML page does not name these files.
 * Their scripts have low priority, so that the scripts of the first cards load earlier. They are linked as data, as
 * `loadPart` fetches them, because browsers remember a failed download of a module and never repeat it. Source paths
 * are relative to `web/`.
 */
export function openLinks(dist: string): Links {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return (sources) => linksTo(manifest, sources)
}

function linksTo(manifest: Manifest, sources: string[]): string {
  const styles = new Set<string>()
  const scripts = new Set<string>()
  const addChunk = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    chunk.imports?.forEach(addChunk)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  addChunk('index.html')
  const [knownScripts, knownStyles] = [scripts.size, styles.size]
  sources.forEach(addChunk)
  return [
    ...[...styles].slice(knownStyles).map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`),
    ...[...scripts]
      .slice(knownScripts)
      .map((script) => `<link rel="preload" as="fetch" fetchpriority="low" crossorigin href="/${script}">`),
  ].join('')
}
