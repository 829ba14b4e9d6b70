import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * Texts that the automatic checks must hold, and honest ones that they must pass. One per line; invisible characters
 * and line breaks are escaped as in JSON, and lines that begin with `# ` are headings.
 */
export type Half = 'development' | 'unseen'

export function readTexts(name: string): string[] {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('# '))
    .map((line) => JSON.parse(`"${line.replaceAll('"', '\\"')}"`) as string)
}

export const disguisedTexts = readTexts('disguised.txt')
export const honestTexts = [...readTexts('honest.ru.txt'), ...readTexts('honest.en.txt')]

/** Rules are developed on one half; the unseen half is used only for measuring. */
export function halfOf(text: string): Half {
  const [first = 0] = createHash('sha256').update(text).digest()
  return first < 128 ? 'development' : 'unseen'
}
