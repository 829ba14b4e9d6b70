import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Vite's account of its output, by source file. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/**
 * Style sheets and scripts that the page itself does not name, because they are loaded lazily; the scripts come
 * after what the first cards are drawn with.
 * @param sources files of screens and texts, as seen from `web/`
 */
export function linksTo(sources: string[], dist: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const styles = new Set<string>()
  const scripts = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    chunk.imports?.forEach(add)
    for (const style of chunk.css ?? []) styles.add(style)
  }
  add('index.html')
  const [known, knownStyles] = [scripts.size, styles.size]
  sources.forEach(add)
  return [
    ...[...styles].slice(knownStyles).map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`),
    ...[...scripts]
      .slice(known)
      .map((script) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${script}">`),
  ].join('')
}
