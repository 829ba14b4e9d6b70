import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

const inline = /<script>([\s\S]*?)<\/script>/g

/** CSP hashes of a page's inline scripts; empty if the page is not built. */
export function inlineScripts(file: string): string[] {
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(inline)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
