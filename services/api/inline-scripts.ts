import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

const inline = /<script>([\s\S]*?)<\/script>/g

/** What a content security policy says of the scripts that stand in a page themselves; nothing where there is no page. */
export function inlineScripts(file: string): string[] {
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(inline)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}
